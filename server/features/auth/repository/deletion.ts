import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/** Leaves a deleted account's user as an id without an address, a password or a role. */
export async function anonymizeUserRow(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({
      // Random, unlike the profile's address: a stranger could sign up with a predictable one, and the deletion would fail.
      email: `${newId()}@deleted.invalid`,
      encrypted_password: null,
      new_email: null,
      email_confirmed_at: null,
      email_verified_at: null,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      email_change_sent_at: null,
      email_change_network: null,
      email_moved_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: '{}',
      raw_user_meta_data: '{}',
      registration_pending: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}
