import { mayReadHomeAddress } from '#server/features/appointments/appointments.policy.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { findMembership, requireMember } from '#server/features/centers/usecases/require-member.ts'
import { findProfessionalStatus } from '#server/features/professionals/usecases/find-professional.ts'
import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { subscribedCalendar } from './calendar-feeds.calendar.ts'
import { fail } from './calendar-feeds.errors.ts'
import { maySubscribe } from './calendar-feeds.policy.ts'
import * as repository from './calendar-feeds.repository.ts'

const daysBack = 30
const daysAhead = 90

type OfMember = { userId: string; centerId: string }

/** Creates the secret address of a calendar. It is returned only once and stored as a hash, because it gives access. */
export async function createFeed(
  platform: Platform,
  { userId, centerId, professionalId }: OfMember & { professionalId: string | null },
) {
  const token = newSecret()
  const feed = await platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, { centerId, userId })
    const isActive =
      professionalId === null || (await findProfessionalStatus(tx, { centerId, professionalId })) === 'active'
    // Both refusals are the same, so that a professional does not learn which colleagues exist.
    if (!isActive || !maySubscribe(member, { professionalId })) throw fail('team.professional_not_found')
    const id = newId()
    const now = platform.clock.now()
    await repository.replaceFeed(tx, { id, userId, centerId, professionalId, tokenHash: hashSecret(token), now })
    return repository.requireFeed(tx, { id })
  })
  return { feed, url: `${platform.settings.publicUrl}/calendar/${token}.ics` }
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
    mayReadHomeAddress(member, event) ? event : { ...event, homeAddress: null },
  )
  return subscribedCalendar({ feed, events: visibleEvents, publicUrl: settings.publicUrl })
}
