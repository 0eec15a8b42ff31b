import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced } from '#server/platform/postgres/savepoint.ts'
import * as access from '../repository/access.ts'
import * as invitations from '../repository/invitations.ts'
import * as ofOwner from '../repository/of-owner.ts'

/**
 * Deletes the account's centre, unless staff approved it, it has a professional or a guest, or another row depends on it.
 * @returns whether the owner still has a centre
 */
export async function deletePendingCenter(tx: Tx, input: { ownerId: string }): Promise<boolean> {
  await deleteUnlessReferenced(tx, () => ofOwner.deletePendingCenter(tx, input))
  return ofOwner.hasCenter(tx, input)
}

/**
 * Closes the centre of a deleted account: hides it and deletes its contact data, presentation and terms. The name is kept
 * when appointments show it, otherwise `rename` replaces it. The caller has locked the centre.
 */
export async function closeCenter(
  tx: Tx,
  input: { centerId: string; email: string; rename: string | undefined; now: Date },
): Promise<void> {
  await ofOwner.emptyCenter(tx, input)
}

/** Deletes the account's memberships, all memberships of its own centre, and the invitations that belong to either. */
export async function leaveCenters(tx: Tx, input: { userId: string }): Promise<void> {
  await invitations.deleteOfAccount(tx, input)
  await ofOwner.deleteMemberships(tx, input)
}

/** Removes all members but the owner, because a stranger may have added them before the owner verified the address. */
export async function removeOtherMembers(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await access.removeOtherMembers(tx, input)
}

/** Withdraws the open invitations for this professional. The caller has locked the centre. */
export async function withdrawInvitationsOf(tx: Tx, input: { professionalId: string }): Promise<void> {
  await invitations.withdrawOfProfessional(tx, input)
}
