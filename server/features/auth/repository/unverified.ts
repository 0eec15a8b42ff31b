import type { Tx } from '#server/platform/postgres/database.ts'

import type { Metadata } from '../auth.types.ts'
import { removeWaysIn } from './sign-in-methods.ts'

/**
 * Takes everything from an account that somebody chose who never showed that its address is theirs: what opens it, what
 * it says, what it accepted. What others depend on stays, as appointments and the roles that staff gave to the address.
 * `fullName` and `metadata` take the place of its own.
 * @returns the address of the picture that it had.
 */
export async function deleteUnprovenRows(
  tx: Tx,
  input: { userId: string; fullName: string; metadata: Metadata; now: Date },
): Promise<string | null> {
  const { userId, fullName, now } = input
  await removeWaysIn(tx, input)
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
