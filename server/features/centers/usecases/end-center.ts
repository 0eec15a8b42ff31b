import type { Tx } from '#server/platform/postgres/database.ts'
import * as access from '../repository/access.ts'
import * as invitations from '../repository/invitations.ts'
import * as ofOwner from '../repository/of-owner.ts'

/** The centre of a sign-up that counts no more. One that staff approved, or that has a professional, stays. @returns whether it did */
export async function dropPendingCenter(tx: Tx, input: { ownerId: string }): Promise<boolean> {
  await ofOwner.deletePendingCenter(tx, input)
  return ofOwner.hasCenter(tx, input)
}

/**
 * The owner's account goes: the centre leaves search and loses everything by which its owner can be reached. Histories go
 * on naming it; `rename`: there are none, so its name goes, too. The caller has locked it.
 */
export async function closeCenter(
  tx: Tx,
  input: { centerId: string; email: string; rename: string | undefined; now: Date },
): Promise<void> {
  await ofOwner.emptyCenter(tx, input)
}

/** The person works nowhere any more, and neither does anybody in the person's own centre; invitations to either end. */
export async function leaveCenters(tx: Tx, input: { userId: string }): Promise<void> {
  await invitations.deleteOfAccount(tx, input)
  await ofOwner.deleteMemberships(tx, input)
}

/** Whoever began with the centre was somebody else: nobody whom they let in stays. */
export async function restartAccess(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await access.restartAccess(tx, input)
}

/** Nobody becomes this professional by a link that was mailed before; the caller has locked the centre. */
export async function withdrawInvitationsOf(tx: Tx, input: { professionalId: string }): Promise<void> {
  await invitations.withdrawOfProfessional(tx, input)
}
