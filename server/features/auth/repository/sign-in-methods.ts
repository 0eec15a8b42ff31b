import type { Tx } from '#server/platform/postgres/database.ts'
import { endLastingAccess } from './lasting-access.ts'

/**
 * Deletes every sign-in method: a stranger may have created those of an unverified account, and a deleted account must not
 * be opened again.
 */
export async function deleteSignInMethods(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      encrypted_password: null,
      new_email: null,
      email_change_sent_at: null,
      email_change_network: null,
      raw_app_meta_data: JSON.stringify({ provider: 'email', providers: ['email'] }),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('link_redemptions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('oauth_states').where('linking_user_id', '=', userId).execute()
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('provider', '!=', 'email').execute()
  await tx.deleteFrom('mfa_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await endLastingAccess(tx, { userId })
}
