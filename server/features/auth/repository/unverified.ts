import type { Tx } from '#server/platform/postgres/database.ts'

import type { Metadata } from '../auth.types.ts'
import { deleteSignInMethods } from './sign-in-methods.ts'

/**
 * Deletes the sign-in methods and the acceptances that the creator of an unverified account chose. The roles that staff
 * granted to the address stay. `metadata` replaces the account's own.
 */
export async function resetUnverifiedRows(
  tx: Tx,
  input: { userId: string; metadata: Metadata; now: Date },
): Promise<void> {
  const { userId, metadata, now } = input
  await deleteSignInMethods(tx, input)
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ raw_user_meta_data: JSON.stringify(metadata), registration_pending: true, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('terms_acceptances').where('user_id', '=', userId).execute()
}
