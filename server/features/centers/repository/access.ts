import type { Tx } from '#server/platform/postgres/database.ts'

/** Removes every member but the owner, with open invitations and private calendar addresses. */
export async function removeOtherMembers(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx.deleteFrom('center_invitations').where('center_id', '=', centerId).execute()
  // Calendar addresses end with the membership under which they were created.
  await tx.deleteFrom('center_members').where('center_id', '=', centerId).execute()
  await tx
    .insertInto('center_members')
    .values({ user_id: centerId, center_id: centerId, member_role: 'owner', created_at: now })
    .execute()
}
