import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { sendLink } from '../links/send-link.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import {
  findIdentity,
  insertIdentity,
  lockIdentityKey,
  noteProviders,
  refreshIdentity,
} from '../repository/identities.ts'
import { findUser, lockUser, markEmailVerified, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { insertFromProvider } from '../usecases/create-account.ts'
import { deleteUnproven } from '../usecases/reset-unverified-account.ts'
import { mailIdentityAdded } from './notify-identity.ts'
import type { SocialProfile } from './social-client.ts'

type Arrival = {
  platform: Platform
  profile: SocialProfile
  /** Where the link of the verification mail ends, if one has to be sent. */
  redirectTo: string
  now: Date
}

/**
 * Whose account it is that somebody from another provider enters: the identity's; else, if the provider has seen that
 * the address is theirs, the address's; else a new one. @throws email_not_provided, email_exists, user_banned
 */
export async function signInWithIdentity(tx: Tx, input: Arrival): Promise<User> {
  await lockIdentityKey(tx, input.profile.identity)
  const userId = (await enterKnown(tx, input)) ?? (await enterByEmail(tx, input))
  const user = await findUser(tx, { id: userId })
  if (!user) throw failAuth('user_not_found')
  return user
}

async function enterKnown(tx: Tx, { profile, now }: Arrival): Promise<string | undefined> {
  const { identity } = profile
  const known = await findIdentity(tx, identity)
  const user = known && (await lockUser(tx, known.user_id))
  // Disconnected while we waited for the lock: it opens nothing any more.
  if (!known || !user?.identities.some(({ id }) => id === known.id)) return undefined
  requireGoodStanding({ user, now })
  await refreshIdentity(tx, { ...identity, id: known.id, now })
  return user.id
}

async function enterByEmail(tx: Tx, input: Arrival): Promise<string> {
  const { email } = input.profile.identity
  if (email === undefined) throw failAuth('email_not_provided')
  const existing = await findUser(tx, { email })
  if (existing) return enterExisting(tx, { ...input, userId: existing.id, email })
  const created = await enterNew(tx, { ...input, email })
  if (created !== undefined) return created
  // Somebody signed up with the address just now.
  const rival = await findUser(tx, { email })
  if (!rival) throw failAuth('unavailable')
  return enterExisting(tx, { ...input, userId: rival.id, email })
}

async function enterExisting(
  tx: Tx,
  { platform, profile, now, userId, email }: Arrival & { userId: string; email: string },
): Promise<string> {
  if (!profile.emailVerified) throw failAddressTaken()
  const user = await lockUser(tx, userId)
  if (user?.email !== email) throw failAuth('unavailable')
  requireGoodStanding({ user, now })
  const isUnproven = user.email_verified_at === null
  if (isUnproven) {
    await deleteUnproven(tx, { userId: user.id, fullName: profile.fullName, now })
    await markEmailVerified(tx, { userId: user.id, now })
  }
  await insertIdentity(tx, { ...profile.identity, userId: user.id, now })
  await noteProviders(tx, { userId: user.id, now })
  if (!isUnproven) await mailIdentityAdded(tx, { platform, user, provider: profile.identity.provider })
  return user.id
}

/** @returns undefined when the address has an account meanwhile. */
async function enterNew(
  tx: Tx,
  { platform, profile, email, redirectTo, now }: Arrival & { email: string },
): Promise<string | undefined> {
  const { identity, emailVerified: verified, fullName } = profile
  const autoconfirm = !platform.settings.requireEmailConfirmation
  const id = await insertFromProvider(tx, { email, fullName, verified, autoconfirm, identity, now })
  if (id !== undefined && !verified) {
    await sendLink(tx, { platform, user: { id, email, new_email: null }, kind: 'signup', redirectTo })
  }
  return id
}

function requireGoodStanding({ user, now }: { user: User; now: Date }): void {
  if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
}

function failAddressTaken(): Error {
  return failAuth('email_exists', {
    message: 'This email address belongs to another account: sign in to it and connect the provider there',
  })
}

/** A provider that didn't check the address opens nothing where ours has to be confirmed first. */
export function mustConfirm({ platform, user }: { platform: Platform; user: User }): boolean {
  return platform.settings.requireEmailConfirmation && user.email_verified_at === null
}
