import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  findIdentity,
  insertIdentity,
  lockIdentityKey,
  noteProviders,
  refreshIdentity,
} from '../repository/identities.ts'
import { findUser, lockUser, markEmailVerified, type User } from '../repository/users.ts'
import { isShutOut } from '../rules/standing.ts'
import { insertArrival } from '../usecases/create-account.ts'
import { eraseUnproven } from '../usecases/erase-unproven.ts'
import { failShutOut } from './fail-shut-out.ts'
import { mailIdentityAdded } from './mail-identity.ts'
import { mailLink } from './mail-link.ts'
import { failService } from './service-errors.ts'
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
export async function arriveWithIdentity(tx: Tx, o: Arrival): Promise<User> {
  await lockIdentityKey(tx, o.profile.identity)
  const userId = (await enterKnown(tx, o)) ?? (await enterByEmail(tx, o))
  const user = await findUser(tx, { id: userId })
  if (!user) throw failService('user_not_found')
  return user
}

async function enterKnown(tx: Tx, o: Arrival): Promise<string | undefined> {
  const { identity } = o.profile
  const known = await findIdentity(tx, identity)
  const user = known && (await lockUser(tx, known.user_id))
  // Disconnected while we waited for the lock: it opens nothing any more.
  if (!known || !user?.identities.some(({ id }) => id === known.id)) return undefined
  requireGoodStanding({ user, now: o.now })
  await refreshIdentity(tx, { ...identity, id: known.id, now: o.now })
  return user.id
}

async function enterByEmail(tx: Tx, o: Arrival): Promise<string> {
  const { email } = o.profile.identity
  if (email === undefined) throw failService('email_not_provided')
  const existing = await findUser(tx, { email })
  if (existing) return enterExisting(tx, { ...o, userId: existing.id, email })
  const created = await enterNew(tx, { ...o, email })
  if (created !== undefined) return created
  // Somebody signed up with the address just now.
  const rival = await findUser(tx, { email })
  if (!rival) throw failService('unavailable')
  return enterExisting(tx, { ...o, userId: rival.id, email })
}

async function enterExisting(tx: Tx, o: Arrival & { userId: string; email: string }): Promise<string> {
  const { platform, profile, now } = o
  if (!profile.emailVerified) throw failAddressTaken()
  const user = await lockUser(tx, o.userId)
  if (user?.email !== o.email) throw failService('unavailable')
  requireGoodStanding({ user, now })
  const isUnproven = user.email_verified_at === null
  if (isUnproven) {
    await eraseUnproven(tx, { userId: user.id, fullName: profile.fullName, now })
    await markEmailVerified(tx, { userId: user.id, now })
  }
  await insertIdentity(tx, { ...profile.identity, userId: user.id, now })
  await noteProviders(tx, { userId: user.id, now })
  if (!isUnproven) await mailIdentityAdded(tx, { platform, user, provider: profile.identity.provider })
  return user.id
}

/** @returns undefined when the address has an account meanwhile. */
async function enterNew(tx: Tx, o: Arrival & { email: string }): Promise<string | undefined> {
  const { platform, profile, email, redirectTo, now } = o
  const { identity, emailVerified: verified, fullName } = profile
  const autoconfirm = !platform.settings.requireEmailConfirmation
  const id = await insertArrival(tx, { email, fullName, verified, autoconfirm, identity, now })
  if (id !== undefined && !verified) {
    await mailLink(tx, { platform, user: { id, email, new_email: null }, kind: 'signup', redirectTo })
  }
  return id
}

function requireGoodStanding({ user, now }: { user: User; now: Date }): void {
  if (isShutOut({ standing: user, now })) throw failShutOut({ standing: user })
}

function failAddressTaken(): Error {
  return failService('email_exists', {
    message: 'This email address belongs to another account: sign in to it and connect the provider there',
  })
}

/** A provider that didn't check the address opens nothing where ours has to be confirmed first. */
export function mustConfirm(o: { platform: Platform; user: User }): boolean {
  return o.platform.settings.requireEmailConfirmation && o.user.email_verified_at === null
}
