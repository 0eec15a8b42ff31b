import ical, { ICalEventStatus } from 'ical-generator'
import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { centerAddressText } from '#server/features/appointments/rules/lifecycle.ts'
import { calendarText, escapeSeparators } from '#server/platform/calendar-text.ts'
import type { FeedEvent } from './calendar-feeds.repository.ts'

const refreshSeconds = 15 * 60
/** The largest number of RFC 5545, which the seconds of a change exceed from 2038 on. */
const highestSequence = 2_147_483_647

type Feed = {
  centerName: string
  /** Null for the calendar of the whole centre. */
  professionalName: string | null
  centerAddress: string
  centerNeighborhood: string | null
  centerDepartment: string
}

/**
 * The calendar to which a program subscribes. Titles contain the attendee's name, and never the service or the centre's name,
 * which may reveal what is treated. The same appointments give the same text, so programs notice that nothing has changed.
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
    // The library does not escape the name.
    name: escapeSeparators(calendarText(`${brand.name} · ${feed.professionalName ?? 'Agenda del centro'}`)),
    ttl: refreshSeconds,
    // Only for display: the events' own times are in UTC, which is unambiguous.
    x: [['X-WR-TIMEZONE', zone]],
  })
  const { hostname } = new URL(publicUrl)
  for (const event of events) {
    const { id, startsAt, endsAt, updatedAt, status, place, homeAddress, professionalName, personName } = event
    calendar.createEvent({
      id: `${id}@${hostname}`,
      stamp: updatedAt,
      lastModified: updatedAt,
      // Programs keep the version with the highest number, and of equal ones that with the later stamp.
      sequence: Math.min(Math.floor(updatedAt.getTime() / 1000), highestSequence),
      status: status === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      start: startsAt,
      end: endsAt,
      summary: calendarText(`Cita: ${personName}`),
      // A professional's own calendar does not repeat their name.
      description: feed.professionalName === null ? calendarText(`Con ${professionalName}`) : null,
      location: calendarText(
        {
          center: `${feed.centerName}, ${centerAddressText(feed)}`,
          online: 'Online',
          home: homeAddress ?? 'A domicilio',
        }[place],
      ),
    })
  }
  return calendar.toString()
}
