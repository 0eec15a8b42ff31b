import { failRequest } from '#contract/errors.ts'
import { isProfessionalOf } from '#server/features/appointments/appointments.policy.ts'
import { findSession } from '#server/features/auth/repository/sessions.ts'
import { lockUser, type User } from '#server/features/auth/repository/users.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { findMembership } from '#server/features/centers/repository/members.ts'
import { findProfessionalStatus } from '#server/features/centers/usecases/find-professional.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { subscribedCalendar } from './calendar-feeds.calendar.ts'
import { fail } from './calendar-feeds.errors.ts'
import { feedCreatedMail } from './calendar-feeds.mail.ts'
import { maySubscribe } from './calendar-feeds.policy.ts'
import * as repository from './calendar-feeds.repository.ts'

const daysBack = 30
const daysAhead = 90

type OfMember = { userId: string; centerId: string }

/** Mails about new addresses in a day, so that a session can't fill its owner's mailbox; the first ones warn an owner enough. */
const mailsPerDay = 5

/**
 * Creates the secret address of a calendar, and mails its member, because an intruder may have created it. It is returned only
 * once and stored as a hash, because it gives access. `sessionId`: the caller's.
 */
export async function createFeed(
  platform: Platform,
  { userId, sessionId, centerId, professionalId }: OfMember & { sessionId: string; professionalId: string | null },
) {
  const token = newSecret()
  const feed = await platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, { centerId, userId })
    const isActive =
      professionalId === null || (await findProfessionalStatus(tx, { centerId, professionalId })) === 'active'
    // Both refusals are the same, so that a professional does not learn which colleagues exist.
    if (!isActive || !maySubscribe(member, { professionalId })) throw fail('team.professional_not_found')
    const user = await requireSession(tx, { userId, sessionId })
    const id = newId()
    const now = platform.clock.now()
    await repository.replaceFeed(tx, { id, userId, centerId, professionalId, tokenHash: hashSecret(token), now })
    const created = await repository.requireFeed(tx, { id })
    await mailCreated(tx, { platform, user, centerId, professionalName: created.professionalName })
    return created
  })
  return { feed, url: `${platform.settings.publicUrl}/calendar/${token}.ics` }
}

/** Locks the account. A new password or a sign-out may have ended the session, and all feeds, in the meantime. */
async function requireSession(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<User> {
  const user = await lockUser(tx, userId)
  const session = user && (await findSession(tx, { id: sessionId, userId }))
  if (!user || !session) throw failRequest('session.missing')
  return user
}

async function mailCreated(
  tx: Tx,
  input: { platform: Platform; user: User; centerId: string; professionalName: string | null },
): Promise<void> {
  const { platform, user, professionalName } = input
  const { secret, settings } = platform
  const day = { name: 'calendar_feeds.mails', key: user.id, limit: mailsPerDay, windowSeconds: 86_400 }
  if (!(await takeWithin(tx, { ...day, secret }))) return
  const center = await repository.findCenterOfFeed(tx, input)
  const content = feedCreatedMail({ ...center, professionalName, publicUrl: settings.publicUrl })
  await queueMail(tx, { platform, to: user.email, kind: 'calendar_feeds.created', ...content })
}

export async function removeFeed({ db }: Platform, input: OfMember & { feedId: string }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await requireMember(tx, input)
    return repository.deleteFeed(tx, input)
  })
}

/**
 * The calendar of an address. Undefined when the address does not exist or was replaced, its member is blocked, or the member
 * may no longer see that calendar.
 */
export async function readFeed(platform: Platform, { token }: { token: string }): Promise<string | undefined> {
  const { db, clock, settings } = platform
  const now = clock.now()
  const feed = await repository.findFeed(db, { tokenHash: hashSecret(token) })
  if (!feed || isBlocked({ account: feed, now })) return undefined
  const member = await findMembership(db, feed)
  if (!member || !maySubscribe(member, feed)) return undefined
  const { centerId, professionalId } = feed
  const from = new Date(now.getTime() - daysBack * dayMs)
  const until = new Date(now.getTime() + daysAhead * dayMs)
  const events = await repository.listEvents(db, { centerId, professionalId, from, until })
  const visibleEvents = events.map((event) =>
    isProfessionalOf(member, event) ? event : { ...event, homeAddress: null },
  )
  return subscribedCalendar({ feed, events: visibleEvents, publicUrl: settings.publicUrl })
}
