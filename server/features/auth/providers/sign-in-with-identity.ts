import { earnForVerifiedAddress } from '#server/features/loyalty/usecases/points.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requestMail, requestMissingLink } from '../links/requested-mail.ts'
import { sendLink } from '../links/send-link.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import { leadsToBooking } from '../protocol/redirects.ts'
import {
  findIdentity,
  insertIdentity,
  lockIdentityKey,
  refreshIdentity,
  updateProviders,
} from '../repository/identities.ts'
import { findUser, lockUser, markEmailVerified, setMetadata, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { metadataOf } from '../rules/metadata.ts'
import { kinds } from '../rules/token-kinds.ts'
import { insertFromProvider } from '../usecases/create-account.ts'
import { shutOutStrangers } from '../usecases/shut-out-strangers.ts'
import { mailIdentityAdded } from './notify-identity.ts'
import type { SocialProfile } from './social-client.ts'

type SocialSignIn = {
  platform: Platform
  profile: SocialProfile
  /** The destination of the verification mail's link, if one must be sent. */
  redirectTo: string
  now: Date
}

type OpenedSession<Opened> = Omit<SocialSignIn, 'now'> & {
  /** Called for an account whose address its owner has yet to confirm, also where it gets no session. */
  remember(account: { userId: string }): void
  open(tx: Tx, signIn: { userId: string; method: 'oauth'; now: Date }): Promise<Opened>
}

/**
 * Signs in through another provider. The account of a user who must verify the address first is stored, without a session, and
 * its link is mailed again once it has expired.
 * @throws provider_email_needs_verification, email_not_provided, email_exists, user_banned
 */
export async function openSessionWithIdentity<Opened>({
  open,
  remember,
  ...input
}: OpenedSession<Opened>): Promise<{ user: User; opened: Opened }> {
  const { platform, redirectTo } = input
  const { user, opened } = await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now()
    const user = await signInWithIdentity(tx, { ...input, now })
    if (mustVerifyAddress({ platform, user })) return { user, opened: undefined }
    const opened = { session: await open(tx, { userId: user.id, method: 'oauth', now }) }
    return { user: { ...user, last_sign_in_at: now }, opened }
  })
  if (user.email_verified_at === null) remember({ userId: user.id })
  if (opened) return { user, opened: opened.session }
  if (hasExpiredLink({ platform, user })) await requestMail(platform, { kind: 'signup', email: user.email, redirectTo })
  throw failAuth('provider_email_needs_verification')
}

/**
 * The account that a sign-in through another provider opens: the account with the identity; else, if the provider proves the
 * address, the account with the address; else a new account.
 */
async function signInWithIdentity(tx: Tx, input: SocialSignIn): Promise<User> {
  await lockIdentityKey(tx, input.profile.identity)
  const userId = (await signInByIdentity(tx, input)) ?? (await signInByEmail(tx, input))
  const user = await findUser(tx, { id: userId })
  if (!user) throw failAuth('user_not_found')
  return user
}

async function signInByIdentity(tx: Tx, { profile, now }: SocialSignIn): Promise<string | undefined> {
  const { identity } = profile
  const known = await findIdentity(tx, identity)
  const user = known && (await lockUser(tx, known.user_id))
  // The identity was disconnected while this waited for the lock.
  if (!known || !user?.identities.some(({ id }) => id === known.id)) return undefined
  requireNotBlocked({ user, now })
  await refreshIdentity(tx, { ...identity, id: known.id, now })
  return user.id
}

async function signInByEmail(tx: Tx, input: SocialSignIn): Promise<string> {
  const { email } = input.profile.identity
  if (email === undefined) throw failAuth('email_not_provided')
  const existing = await findUser(tx, { email })
  if (existing) return signInToExisting(tx, { ...input, userId: existing.id, email })
  const created = await createNewAccount(tx, { ...input, email })
  if (created !== undefined) return created
  // Another sign-up has just created an account with the address.
  const rival = await findUser(tx, { email })
  if (!rival) throw failAuth('unavailable')
  return signInToExisting(tx, { ...input, userId: rival.id, email })
}

async function signInToExisting(
  tx: Tx,
  { platform, profile, now, userId, email }: SocialSignIn & { userId: string; email: string },
): Promise<string> {
  if (!profile.provesEmail) throw failAddressTaken()
  const user = await lockUser(tx, userId)
  if (user?.email !== email) throw failAuth('unavailable')
  requireNotBlocked({ user, now })
  const isUnverified = user.email_verified_at === null
  if (isUnverified) {
    // The provider shows no page that could ask who created the account, so everything that was typed stays.
    await shutOutStrangers(tx, { userId: user.id, now })
    await setMetadata(tx, { userId: user.id, metadata: metadataOf(profile.fullName), now })
    await markEmailVerified(tx, { userId: user.id, now })
    await earnForVerifiedAddress(tx, { userId: user.id, now })
  }
  await insertIdentity(tx, { ...profile.identity, userId: user.id, now })
  await updateProviders(tx, { userId: user.id, now })
  if (!isUnverified) await mailIdentityAdded(tx, { platform, user, provider: profile.identity.provider })
  return user.id
}

/** @returns undefined when the address has got an account in the meantime. */
async function createNewAccount(
  tx: Tx,
  { platform, profile, email, redirectTo, now }: SocialSignIn & { email: string },
): Promise<string | undefined> {
  const { identity, provesEmail: verified, fullName } = profile
  const autoconfirm = !platform.settings.requireEmailConfirmation
  const id = await insertFromProvider(tx, { email, fullName, verified, autoconfirm, identity, now })
  if (id === undefined || verified) return id
  const isBooking = autoconfirm && leadsToBooking(redirectTo, platform.settings)
  if (isBooking) await requestMissingLink(tx, { platform, email, redirectTo })
  else await sendLink(tx, { platform, user: { id, email, new_email: null }, kind: 'signup', redirectTo })
  return id
}

function hasExpiredLink({ platform, user }: { platform: Platform; user: User }): boolean {
  const { confirmation_sent_at: sentAt } = user
  return sentAt === null || platform.clock.now().getTime() - sentAt.getTime() >= kinds.signup.lifetimeMs
}

function requireNotBlocked({ user, now }: { user: User; now: Date }): void {
  if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
}

function failAddressTaken(): Error {
  return failAuth('email_exists', {
    message: 'This email address belongs to another account: sign in to it and connect the provider there',
  })
}

/** Whether the user must verify the address first: the provider does not prove it, and the setting requires a proof. */
function mustVerifyAddress({ platform, user }: { platform: Platform; user: User }): boolean {
  return platform.settings.requireEmailConfirmation && user.email_verified_at === null
}
