import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced } from '#server/platform/postgres/savepoint.ts'
import { closedCenterNotification } from '../mail/center.ts'
import * as invitations from '../repository/invitations.ts'
import * as members from '../repository/members.ts'
import * as ofOwner from '../repository/of-owner.ts'

/**
 * Deletes the account's centre, unless staff approved it, it has a professional or a guest, or another row depends on it.
 * @returns whether the owner still has a centre
 */
export async function deletePendingCenter(tx: Tx, input: { ownerId: string }): Promise<boolean> {
  await deleteUnlessReferenced(tx, () => ofOwner.deletePendingCenter(tx, input))
  return ofOwner.ownsCenter(tx, input)
}

/** Tells the members of the account's centre, except its owner, that it closes. Their memberships still exist. */
export async function notifyMembersOfClosing(
  tx: Tx,
  { platform, ownerId }: { platform: Pick<Platform, 'clock'>; ownerId: string },
): Promise<void> {
  const center = await ofOwner.findOwner(tx, { centerId: ownerId })
  if (!center) return
  const team = await members.listMembers(tx, { centerId: ownerId })
  const entries = team
    .filter(({ userId }) => userId !== ownerId)
    .map(({ userId }) => ({
      event: 'centers.removed_member' as const,
      to: { userId },
      about: null,
      ...closedCenterNotification(center),
    }))
  await notifyUsers(tx, { platform, entries })
}

/** Deletes the account's memberships, all memberships of its own centre, and the invitations that belong to either. */
export async function leaveCenters(tx: Tx, input: { userId: string }): Promise<void> {
  await invitations.deleteOfAccount(tx, input)
  await ofOwner.deleteMemberships(tx, input)
}
