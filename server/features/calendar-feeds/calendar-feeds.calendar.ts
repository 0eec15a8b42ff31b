import ical, { ICalEventStatus } from 'ical-generator'
import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { whereIs } from '#server/features/appointments/rules/lifecycle.ts'
import { calendarText, escapeSeparators } from '#server/platform/calendar-text.ts'
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
 * The calendar that a program subscribes to. A title names the patient, whom the professional looks for, and never what the
 * appointment is for: no service, and no centre's name, which may say what is treated there. The same appointments give the
 * same text, so that a program that asks again learns that nothing changed.
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
    // The library writes this one as it is.
    name: escapeSeparators(calendarText(`${brand.name} · ${feed.professionalName ?? 'Agenda del centro'}`)),
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
      summary: calendarText(`Cita: ${personName}`),
      // Whose calendar it is needs no mention in it.
      description: feed.professionalName === null ? calendarText(`Con ${professionalName}`) : null,
      location: calendarText(
        {
          center: `${feed.centerName}, ${whereIs(feed)}`,
          online: 'Videollamada',
          home: homeAddress ?? 'A domicilio',
        }[place],
      ),
    })
  }
  return calendar.toString()
}
