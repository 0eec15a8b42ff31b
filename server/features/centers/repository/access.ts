import type { Tx } from '#server/platform/postgres/database.ts'

/** Nobody but the owner works there any more, open invitations and private calendar addresses included. */
export async function restartAccess(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx.deleteFrom('center_invitations').where('center_id', '=', centerId).execute()
  // Calendar addresses go with the membership that they were made under.
  await tx.deleteFrom('center_members').where('center_id', '=', centerId).execute()
  await tx
    .insertInto('center_members')
    .values({ user_id: centerId, center_id: centerId, member_role: 'owner', created_at: now })
    .execute()
}
