import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Removes all members but the owner, the open invitations, and the addresses of all calendar feeds, because a
 * stranger may have added them before the owner verified the address.
 */
export async function removeOtherMembers(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx.deleteFrom('center_invitations').where('center_id', '=', centerId).execute()
  // Deleting a membership also deletes its calendar feeds, so the owner's is deleted and inserted again.
  await tx.deleteFrom('center_members').where('center_id', '=', centerId).execute()
  await tx
    .insertInto('center_members')
    .values({ user_id: centerId, center_id: centerId, member_role: 'owner', created_at: now })
    .execute()
}
