import type { Tx } from '#server/platform/postgres/database.ts'
import { withdrawInvitationsOfCenter } from './invitations.ts'

/**
 * Locks the account, and looks for its session: a new password or a sign-out may have ended it in the meantime.
 * @returns whether the session is open
 */
export async function lockAccountOfSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId).where('user_id', '=', userId)
  return (await session.executeTakeFirst()) !== undefined
}

/**
 * Removes all members but the owner, the open invitations, and the addresses of all calendar feeds, because a
 * stranger may have added them before the owner verified the address.
 */
export async function removeOtherMembers(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await withdrawInvitationsOfCenter(tx, { centerId })
  // Deleting a membership also deletes its calendar feeds, so the owner's is deleted and inserted again.
  await tx.deleteFrom('center_members').where('center_id', '=', centerId).execute()
  await tx
    .insertInto('center_members')
    .values({ user_id: centerId, center_id: centerId, member_role: 'owner', created_at: now })
    .execute()
}
