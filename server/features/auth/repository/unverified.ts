import type { Tx } from '#server/platform/postgres/database.ts'

import type { Metadata } from '../auth.types.ts'
import { deleteSignInMethods } from './sign-in-methods.ts'

/**
 * Deletes everything that the creator of an unverified account chose: sign-in methods, personal data, acceptances. What other
 * users depend on stays, as appointments and the roles that staff granted to the address. `fullName` and `metadata` replace
 * the account's own.
 * @returns the address of the picture that it had.
 */
export async function resetUnverifiedRows(
  tx: Tx,
  input: { userId: string; fullName: string; metadata: Metadata; now: Date },
): Promise<string | null> {
  const { userId, fullName, now } = input
  await deleteSignInMethods(tx, input)
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ raw_user_meta_data: JSON.stringify(input.metadata), registration_pending: true, updated_at: now })
    .where('id', '=', userId)
    .execute()

  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({
      full_name: fullName,
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  for (const table of ['terms_acceptances', 'notification_preferences', 'data_exports'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx
    .updateTable('dependants')
    .set({ removed_at: now })
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  return before?.avatar_url ?? null
}
