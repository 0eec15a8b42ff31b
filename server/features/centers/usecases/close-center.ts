import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced } from '#server/platform/postgres/savepoint.ts'
import * as invitations from '../repository/invitations.ts'
import * as ofOwner from '../repository/of-owner.ts'

/**
 * Deletes the account's centre, unless staff approved it, it has a professional or a guest, or another row depends on it.
 * @returns whether the owner still has a centre
 */
export async function deletePendingCenter(tx: Tx, input: { ownerId: string }): Promise<boolean> {
  await deleteUnlessReferenced(tx, () => ofOwner.deletePendingCenter(tx, input))
  return ofOwner.ownsCenter(tx, input)
}

/** Deletes the account's memberships, all memberships of its own centre, and the invitations that belong to either. */
export async function leaveCenters(tx: Tx, input: { userId: string }): Promise<void> {
  await invitations.deleteOfAccount(tx, input)
  await ofOwner.deleteMemberships(tx, input)
}
