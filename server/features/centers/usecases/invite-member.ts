import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { invitationDays, invitationsUntilApproved } from '#contract/team.ts'
import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import { dayMs, localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailsPerDay } from '#server/platform/mail-allowance.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../centers.errors.ts'
import { invitationMail } from '../mail/center.ts'
import * as acceptedInvitations from '../repository/accepted-invitations.ts'
import { lockAccountOfSession } from '../repository/access.ts'
import * as invitations from '../repository/invitations.ts'
import * as members from '../repository/members.ts'
import { findOwnCenter } from '../repository/practice.ts'
import { lockProfessional } from './find-professional.ts'
import { lockOwnCenter, requireOwner } from './require-member.ts'

const invitationsPerAddress = mailsPerDay - 1
const unlimited = 1_000_000

type Invitation = {
  userId: string
  /** The session of the caller. */
  sessionId: string
  centerId: string
  email: string
  role: invitations.InvitedRole
  professionalId: string | null
}

/**
 * Mails an invitation to become a member. A second invitation to the same address replaces the first.
 * A centre that is not approved can send at most three a day.
 * @throws session.missing, centers.not_found, centers.owner_only, team.too_many_invitations, team.mailbox_full, team.already_member, team.professional_not_found,
 * team.professional_has_account, request.too_many
 */
export async function inviteMember(platform: Platform, { email: typedEmail, ...rest }: Invitation): Promise<void> {
  const email = typedEmail.toLowerCase()
  const { centerId } = rest
  // Checked before the attempt is counted, so that strangers cannot use up the centre's attempts.
  await requireOwner(platform.db, rest)
  // A clinic invites its whole team in one sitting, so the window is short.
  await countAttempt(platform, { name: 'centers.invitations', key: centerId, limit: 60, windowSeconds: 600 })
  // Several centres together must not fill a stranger's mailbox. The limit is below the daily number of mails to an address,
  // so that no centre can find out with invitations whether an address has a confirmed account.
  await countAttempt(platform, {
    name: 'centers.invited',
    key: email,
    limit: invitationsPerAddress,
    windowSeconds: 86_400,
  })
  const now = platform.clock.now()
  const token = newSecret()
  await platform.db.transaction().execute(async (tx) => {
    // The account is locked before the centre, so that no invitation is created behind a new password, which withdraws all.
    if (!(await lockAccountOfSession(tx, rest))) throw failRequest('session.missing')
    await lockOwnCenter(tx, rest)
    const center = await findOwnCenter(tx, rest)
    if (await members.isMemberByAddress(tx, { centerId, email })) throw fail('team.already_member')
    if (rest.professionalId !== null) {
      const professional = await lockProfessional(tx, { centerId, professionalId: rest.professionalId })
      if (!professional?.isActive) throw fail('team.professional_not_found')
      if (professional.hasAccount) throw fail('team.professional_has_account')
    }
    // Staff have not checked the centre yet, and it could use invitations, and its name in them, to send advertising.
    const isApproved = center !== undefined && center.approvedAt !== null
    const limit = isApproved ? unlimited : invitationsUntilApproved
    const day = localDay({ instant: now, zone })
    if (!(await invitations.countSent(tx, { centerId, day, limit }))) throw fail('team.too_many_invitations')
    const expiresAt = new Date(now.getTime() + invitationDays * dayMs)
    const id = newId()
    await invitations.replaceInvitation(tx, {
      ...rest,
      id,
      email,
      tokenHash: hashSecret(token),
      invitedBy: rest.userId,
      now,
      expiresAt,
    })
    const link = `${platform.settings.publicUrl}/center/invitation/${token}`
    const content = invitationMail({ centerName: center?.name ?? '', isApproved, role: rest.role, link, expiresAt })
    // The rollback keeps the earlier link valid, and does not count this invitation.
    if (!(await queueMail(tx, { platform, to: email, kind: 'centers.invitation', aboutId: id, ...content }))) {
      throw fail('team.mailbox_full')
    }
  })
}

export async function withdrawInvitation(
  platform: Platform,
  input: { userId: string; centerId: string; invitationId: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    await invitations.withdraw(tx, input)
  })
}

/** Deletes expired invitations, and the numbers of invitations sent on earlier days. */
export async function purgeInvitations(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await invitations.deleteExpired(platform.db, { now })
  await acceptedInvitations.deleteExpired(platform.db, { now })
  await invitations.deleteDaysBefore(platform.db, { day: localDay({ instant: now, zone }) })
}
