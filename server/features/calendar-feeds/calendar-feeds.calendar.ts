import ical, { ICalEventStatus } from 'ical-generator'
import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { whereIs } from '#server/features/appointments/rules/lifecycle.ts'
import type { FeedEvent } from './calendar-feeds.repository.ts'

/** How often programs are asked to look again. */
const refreshSeconds = 15 * 60

type Feed = {
  centerName: string
  /** Null: the whole centre. */
  professionalName: string | null
  centerAddress: string
  centerNeighborhood: string | null
  centerDepartment: string
}

/**
 * The calendar that a program subscribes to. Titles say who comes and never to what: calendars are seen by others. The same
 * appointments give the same text, so that a program that asks again learns that nothing changed.
 */
export function subscribedCalendar({
  feed,
  events,
  publicUrl,
}: {
  feed: Feed
  events: readonly FeedEvent[]
  publicUrl: string
}): string {
  const calendar = ical({
    prodId: { company: brand.name, product: brand.name, language: 'ES' },
    name: feed.professionalName === null ? feed.centerName : `${feed.professionalName} · ${feed.centerName}`,
    ttl: refreshSeconds,
    // Only says how to show them: the events' own times are in UTC, which no program can mistake.
    x: [['X-WR-TIMEZONE', zone]],
  })
  const { hostname } = new URL(publicUrl)
  for (const event of events) {
    const { id, startsAt, endsAt, updatedAt, status, place, homeAddress, professionalName, personName } = event
    calendar.createEvent({
      id: `${id}@${hostname}`,
      stamp: updatedAt,
      lastModified: updatedAt,
      // Programs keep the version with the highest number.
      sequence: Math.floor(updatedAt.getTime() / 1000),
      status: status === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      start: startsAt,
      end: endsAt,
      summary: personName === '' ? 'Cita' : `Cita · ${personName}`,
      description: feed.professionalName === null ? `Con ${professionalName}` : null,
      location: { center: whereIs(feed), online: 'Videollamada', home: homeAddress ?? 'A domicilio' }[place],
    })
  }
  return calendar.toString()
}
