import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import { mayRemoveMember } from '../centers.policy.ts'
import { removedNotification } from '../mail/center.ts'
import * as members from '../repository/members.ts'
import { findOwner } from '../repository/of-owner.ts'
import { unlinkAccount } from '../repository/professionals.ts'
import { lockOwnCenter } from './require-member.ts'

/**
 * Deletes the membership. The access ends immediately, because every request checks the membership. A professional stays in
 * the team without an account.
 * @throws team.member_not_found, team.owner_stays
 */
export async function removeMember(
  platform: Platform,
  { centerId, userId, memberId }: { centerId: string; userId: string; memberId: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const owner = await lockOwnCenter(tx, { centerId, userId })
    const member = await members.findMembership(tx, { centerId, userId: memberId })
    if (!member) throw fail('team.member_not_found')
    if (!mayRemoveMember(owner, member)) throw fail('team.owner_stays')
    await members.deleteMember(tx, member)
    await unlinkAccount(tx, member)
    const center = await findOwner(tx, { centerId })
    if (!center) return
    const entry = { event: 'centers.removed_member', to: { userId: memberId }, about: null } as const
    await notifyUsers(tx, { platform, entries: [{ ...entry, ...removedNotification(center) }] })
  })
}
