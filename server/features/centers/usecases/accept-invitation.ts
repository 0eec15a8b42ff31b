import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { hashInvitedPassword, insertInvitedAccount } from '#server/features/auth/usecases/register-invited.ts'
import { findAccountOfAddress, lockAccount } from '#server/features/auth/usecases/users.ts'
import { linkAccount } from '#server/features/professionals/usecases/link-account.ts'
import { hashSecret } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../centers.errors.ts'
import { joinedMail } from '../centers.mail.ts'
import * as invitations from '../repository/invitations.ts'
import * as members from '../repository/members.ts'
import { findOwnCenter } from '../repository/practice.ts'
import { hintOfAddress } from '../rules/centers.ts'
import { lockCenter } from './lock-center.ts'

/** What the page of an invitation shows. @throws team.invitation_not_found */
export async function requireInvitation({ db, clock }: Platform, { token }: { token: string }) {
  const found = await invitations.findByToken(db, { tokenHash: hashSecret(token), now: clock.now() })
  if (!found) throw fail('team.invitation_not_found')
  const { centerName, role, professionalName, email, expiresAt } = found
  const hasAccount = (await findAccountOfAddress(db, { email })) !== undefined
  return { centerName, role, professionalName, emailHint: hintOfAddress(email), hasAccount, expiresAt }
}

/**
 * Makes the caller a member with the role of the invitation. A link works once. The account must have the address that the
 * link was mailed to, and that address must be verified. Otherwise a stranger who registered the address first, and knows the
 * password of that account, would become a member.
 * @throws team.invitation_not_found, team.other_address, team.email_unverified, team.already_member,
 * team.professional_has_account
 */
export async function acceptInvitation(
  platform: Platform,
  { token, userId }: { userId: string; token: string },
): Promise<{ centerId: string }> {
  const now = platform.clock.now()
  const link = { tokenHash: hashSecret(token), now }
  return platform.db.transaction().execute((tx) => join(tx, { platform, userId, link }))
}

/**
 * Creates an account for an invited person and makes it a member. The account gets the address of the invitation.
 * @throws team.invitation_not_found, team.account_exists, team.professional_has_account, request.too_many
 */
export async function registerInvited(
  platform: Platform,
  input: { token: string; fullName: string; password: string; phone: string; visitorAddress: string },
): Promise<{ centerId: string; email: string }> {
  const from = { name: 'centers.register_invited', address: input.visitorAddress }
  await countAttempts(platform, addressAttempts({ ...from, limit: 120, windowSeconds: 3600 }))
  const now = platform.clock.now()
  const link = { tokenHash: hashSecret(input.token), now }
  // Fails early. The transaction checks again.
  if (!(await invitations.findByToken(platform.db, link))) throw fail('team.invitation_not_found')
  const phone = requirePhone({ phone: input.phone, field: 'phone' })
  const passwordHash = await hashInvitedPassword(input.password)
  return platform.db.transaction().execute(async (tx) => {
    const found = await invitations.findByToken(tx, link)
    if (!found) throw fail('team.invitation_not_found')
    const { email } = found
    const userId = await insertInvitedAccount(tx, { email, passwordHash, fullName: input.fullName, phone, now })
    if (userId === undefined) throw fail('team.account_exists')
    return { ...(await join(tx, { platform, userId, link })), email }
  })
}

async function join(
  tx: Tx,
  { platform, link, userId }: { platform: Platform; userId: string; link: { tokenHash: string; now: Date } },
): Promise<{ centerId: string }> {
  const { now } = link
  // The account is locked first, so that it cannot become a member while it is being deleted or suspended.
  const account = await lockAccount(tx, { userId, now })
  if (!account) throw failRequest('session.missing')
  const found = await invitations.findByToken(tx, link)
  if (!found) throw fail('team.invitation_not_found')
  await lockCenter(tx, found)
  if (found.email !== account.email) throw fail('team.other_address', { hint: hintOfAddress(found.email) })
  if (!account.emailVerified) throw fail('team.email_unverified')
  // The invitation may have been used, withdrawn or replaced while this waited for the lock of the centre.
  const invitation = await invitations.consume(tx, link)
  if (!invitation) throw fail('team.invitation_not_found')
  const { centerId, professionalId } = invitation
  const membership = { userId, centerId, role: found.role, professionalId, now }
  // The rollback makes the invitation valid again.
  if (!(await members.insertMember(tx, membership))) throw fail('team.already_member')
  if (professionalId !== null) {
    const isLinked = await linkAccount(tx, { centerId, professionalId, userId })
    if (!isLinked) throw fail('team.professional_has_account')
    await invitations.withdrawOfProfessional(tx, { professionalId })
  }
  const center = await findOwnCenter(tx, { centerId })
  if (center) {
    const { publicUrl } = platform.settings
    const content = joinedMail({ name: account.fullName, centerName: center.name, publicUrl })
    await queueMail(tx, { platform, to: center.contactEmail, kind: 'centers.joined.center', ...content })
  }
  return { centerId }
}

/** Deletes expired invitations, and the numbers of invitations sent on earlier days. */
export async function purgeInvitations(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await invitations.deleteExpired(platform.db, { now })
  await invitations.deleteDaysBefore(platform.db, { day: localDay({ instant: now, zone }) })
}
