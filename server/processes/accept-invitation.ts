import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import type { invitedRegistration } from '#contract/registration.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { hashPassword, isPasswordRight } from '#server/features/auth/passwords/passwords.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { insertAccount } from '#server/features/auth/usecases/create-account.ts'
import { findAccountOfAddress, lockAccount } from '#server/features/auth/usecases/users.ts'
import { fail } from '#server/features/centers/centers.errors.ts'
import { joinedMail, joinedNotification } from '#server/features/centers/mail/center.ts'
import * as acceptedInvitations from '#server/features/centers/repository/accepted-invitations.ts'
import * as invitations from '#server/features/centers/repository/invitations.ts'
import * as members from '#server/features/centers/repository/members.ts'
import { findOwnCenter } from '#server/features/centers/repository/practice.ts'
import { linkAccount } from '#server/features/centers/repository/professionals.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { hintOfAddress } from '#server/features/centers/rules/centers.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { mailOwner } from '#server/features/centers/usecases/mail-owner.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { hashSecret } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { addressAttempts, countAttempt, countAttempts } from '#server/platform/rate-limit.ts'
import { requireShownVersions } from '#server/platform/shown-legal-versions.ts'

export const acceptInvitationRoutes = {
  team: {
    invitation: api.team.invitation.handler(({ input, context }) => requireInvitation(context.platform, input)),

    acceptInvitation: api.team.acceptInvitation.handler(({ input, context }) =>
      acceptInvitation(context.platform, withUserId(context, input)),
    ),

    registerInvited: api.team.registerInvited.handler(({ input, context }) =>
      registerInvited(context.platform, { ...input, visitorAddress: context.visitor.address }),
    ),
  },
}

/** For this long, the member who accepted an invitation may repeat the request: its response may have been lost. */
const repeatableMs = 10 * minuteMs
/** Each repetition of a registration compares the password. */
const repetitions = 5

type Invited = Omit<z.output<typeof invitedRegistration>, 'acceptTerms'>
type Link = { tokenHash: string; now: Date }

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
 * password of that account, would become a member. Idempotent for ten minutes.
 * @throws team.invitation_not_found, team.other_address, team.email_unverified, team.already_member,
 * team.professional_has_account
 */
export async function acceptInvitation(
  platform: Platform,
  { token, userId }: { userId: string; token: string },
): Promise<{ centerId: string }> {
  const now = platform.clock.now()
  const link = { tokenHash: hashSecret(token), now }
  try {
    return await platform.db.transaction().execute((tx) => join(tx, { platform, userId, link, isRegistration: false }))
  } catch (error) {
    const accepted = isEnded(error) ? await acceptedInvitations.findAccepted(platform.db, link) : undefined
    if (accepted?.userId !== userId) throw error
    return { centerId: accepted.centerId }
  }
}

/**
 * Creates an account for an invited person and makes it a member. The account gets the address of the invitation. The same
 * password repeats it for ten minutes.
 * @throws team.invitation_not_found, team.account_exists, team.professional_has_account, request.too_many
 */
export async function registerInvited(
  platform: Platform,
  input: Invited & { token: string; visitorAddress: string },
): Promise<{ centerId: string; email: string }> {
  const from = { name: 'centers.register_invited', address: input.visitorAddress }
  await countAttempts(platform, addressAttempts({ ...from, limit: 120, windowSeconds: 3600 }))
  const now = platform.clock.now()
  const link = { tokenHash: hashSecret(input.token), now }
  try {
    return await register(platform, { ...input, link })
  } catch (error) {
    const accepted = isEnded(error) && (await repeatRegistration(platform, { ...input, link }))
    if (!accepted) throw error
    return accepted
  }
}

type Registration = Invited & { link: Link }

async function register(
  platform: Platform,
  { link, ...input }: Registration,
): Promise<{ centerId: string; email: string }> {
  // Fails early. The transaction checks again.
  if (!(await invitations.findByToken(platform.db, link))) throw fail('team.invitation_not_found')
  const { now } = link
  const phone = requirePhone({ phone: input.phone, field: 'phone' })
  const accepted = requireShownVersions(input.versions)
  // Hashing is slow, so it precedes the transaction.
  const passwordHash = await hashPassword(input.password)
  return platform.db.transaction().execute(async (tx) => {
    const found = await invitations.findByToken(tx, link)
    if (!found) throw fail('team.invitation_not_found')
    const { email } = found
    const metadata = {
      full_name: input.fullName,
      phone,
      user_type: 'patient',
      accepted_terms: accepted.terms,
      accepted_privacy: accepted.privacy,
    }
    // Undefined when the address has an account. The invitation has verified the address.
    const userId = await insertAccount(tx, { email, passwordHash, metadata, verified: true, now })
    if (userId === undefined) throw fail('team.account_exists')
    return { ...(await join(tx, { platform, userId, link, isRegistration: true })), email }
  })
}

/** Whether the error says that the invitation is used up. Of two simultaneous registrations, one finds the account of the other. */
function isEnded(error: unknown): boolean {
  return error instanceof ORPCError && ['team.invitation_not_found', 'team.account_exists'].includes(error.code)
}

async function repeatRegistration(
  platform: Platform,
  { link, password }: { link: Link; password: string },
): Promise<{ centerId: string; email: string } | undefined> {
  const accepted = await acceptedInvitations.findAccepted(platform.db, link)
  if (!accepted?.isRegistration) return undefined
  const { userId, centerId } = accepted
  const limit = { name: 'centers.register_repeated', limit: repetitions, windowSeconds: repeatableMs / 1000 }
  await countAttempt(platform, { ...limit, key: link.tokenHash })
  const user = await findUser(platform.db, { id: userId })
  const isRight = await isPasswordRight({ password, passwordHash: user?.encrypted_password ?? null })
  return user && isRight ? { centerId, email: user.email } : undefined
}

async function join(
  tx: Tx,
  {
    platform,
    link,
    userId,
    isRegistration,
  }: { platform: Platform; userId: string; link: Link; isRegistration: boolean },
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
  const expiresAt = new Date(now.getTime() + repeatableMs)
  await acceptedInvitations.insertAccepted(tx, { ...link, userId, centerId, isRegistration, expiresAt })
  if (professionalId !== null) {
    const isLinked = await linkAccount(tx, { centerId, professionalId, userId })
    if (!isLinked) throw fail('team.professional_has_account')
    await invitations.withdrawInvitationsOf(tx, { professionalId })
  }
  const center = await findOwnCenter(tx, { centerId })
  if (center) {
    const { publicUrl } = platform.settings
    const content = joinedMail({
      name: account.fullName,
      centerName: center.name,
      isApproved: center.approvedAt !== null,
      publicUrl,
    })
    const { contactEmail } = center
    await mailOwner(tx, { platform, centerId, contactEmail, kind: 'centers.joined.center', content })
    const notification = joinedNotification({ name: account.fullName, centerName: center.name })
    const entry = { event: 'centers.joined', to: { userId: centerId }, about: null, ...notification } as const
    const href = centerPage(centerId, 'equipo')
    await notifyUsers(tx, { platform, entries: [{ ...entry, href, aboutUserId: userId }] })
  }
  return { centerId }
}
