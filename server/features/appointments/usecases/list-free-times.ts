import { gridMinutes, horizonDays, zone } from '#contract/calendar.ts'
import { addDays, dayMs, localDay, localDays, startOfDay, wholeDays } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf, isPatientOf } from '../appointments.policy.ts'
import { findAppointment } from '../repository/appointments.ts'
import * as freeTimes from '../repository/free-times.ts'
import { type DayPart, freeStartsOn, inDayPart } from '../rules/free-times.ts'
import { bookingWindow } from '../rules/lifecycle.ts'

export type FreeTime = { startsAt: Date; serviceId: string; professionalId: string; centerId: string }
type FreeDay = { date: string; times: FreeTime[] }
export type FreeDays = { days: FreeDay[]; nextDate: string | null }

type Question = {
  asker: Asker
  centerId: string
  serviceIds: readonly string[]
  from: string
  days: number
  moving?: string | undefined
}

/** The free times of a centre's services, day by day. Where several professionals are free at once, the first in order of price is named. */
export async function listFreeTimes(
  platform: Platform,
  { asker, centerId, serviceIds, from, days, moving }: Question,
): Promise<FreeDays> {
  const now = platform.clock.now()
  const own = moving === undefined ? undefined : await findAppointment(platform.db, { appointmentId: moving })
  const moved = own && isPatientOf(asker, own) ? own : undefined
  // Only what is moved may go on where nothing new is booked.
  const ownService = moved?.centerId === centerId ? serviceIds.filter((id) => id === moved.serviceId) : []
  const isMove = ownService.length > 0
  const wanted = { centerId, serviceIds: isMove ? ownService : serviceIds, booked: isMove, now }
  const offers = await freeTimes.listOffers(platform.db, wanted)
  if (offers.length === 0) throw fail('appointments.not_bookable')
  const exceptAppointment = moved?.id
  // What is moved keeps the duration that it was booked with.
  const lasting = offers.map((offer) =>
    offer.serviceId === moved?.serviceId ? { ...offer, durationMinutes: moved.durationMinutes } : offer,
  )
  const ask = (range: DayRange) =>
    findFreeDays(platform, {
      offers: lasting,
      ...range,
      now,
      exceptHolders: holdersOf(asker),
      exceptAppointment,
      windowOf: ({ confirmsManually }) => bookingWindow({ now, confirmsManually }),
    })
  return withNextDate({ from, days, today: localDay({ instant: now, zone }), ask })
}

type DayRange = { from: string; days: number }

/** The days that were asked for; when they have no free time, with the next one that has. */
export async function withNextDate({
  from,
  days,
  today,
  ask,
}: DayRange & { today: string; ask(range: DayRange): Promise<FreeDay[]> }): Promise<FreeDays> {
  const asked = await ask({ from, days })
  const hasTimes = (day: FreeDay) => day.times.length > 0
  if (asked.some(hasTimes)) return { days: asked, nextDate: null }
  const after = addDays({ day: from, days })
  const isPast = after < today
  const later = await ask({ from: isPast ? today : after, days: horizonDays })
  return { days: asked, nextDate: later.find(hasTimes)?.date ?? null }
}

/** How many days ahead a search looks for free times. */
export const searchDays = 14

type NextQuestion = {
  centerIds: readonly string[]
  limit: number
  /** Only times for services of these types. */
  serviceTypes?: readonly string[] | undefined
  within?: { dayPart?: DayPart; from?: Date; to?: Date }
}

/**
 * The next free times of many centres at once, at most `limit` for each, by centre. A centre without one is missing.
 * Each professional stands with the cheapest service that counts.
 */
export async function listNextFreeTimes(
  platform: Platform,
  { centerIds, limit, serviceTypes, within = {} }: NextQuestion,
): Promise<Map<string, FreeTime[]>> {
  const now = platform.clock.now()
  const next = new Map<string, FreeTime[]>()
  if (centerIds.length === 0) return next
  const offers = await freeTimes.listFirstOffers(platform.db, { centerIds, serviceTypes, now })
  const { dayPart } = within
  const horizon = startOfDay({ day: addDays({ day: localDay({ instant: now, zone }), days: searchDays }), zone })
  const earliest = new Date(Math.max(now.getTime(), within.from?.getTime() ?? 0))
  const latest = new Date(Math.min(horizon.getTime() - 1, within.to?.getTime() ?? Number.POSITIVE_INFINITY))
  if (latest < earliest) return next
  const timetables = await freeTimes.listTimetables(platform.db, {
    professionalIds: offers.map((offer) => offer.professionalId),
    startsAt: earliest,
    endsAt: new Date(latest.getTime() + dayMs),
    now,
  })
  const from = localDay({ instant: earliest, zone })
  const calendarDays = localDays({ zone, from, days: Math.ceil((latest.getTime() - earliest.getTime()) / dayMs) + 1 })
  // Most centres have their next times within days: the rest of the range is looked at only for those that don't.
  for (const days of [calendarDays.slice(0, 3), calendarDays.slice(3)]) {
    const open = offers.filter((offer) => (next.get(offer.centerId)?.length ?? 0) < limit)
    const times = open
      .flatMap(({ centerId, serviceId, professionalId, durationMinutes, confirmsManually }) => {
        const timetable = timetables.get(professionalId)
        if (!timetable) return []
        const { hours, timeOff, booked } = timetable
        const wanted = dayPart && ((start: { weekday: number; minute: number }) => inDayPart({ ...start, dayPart }))
        const bookable = new Date(
          Math.max(earliest.getTime(), bookingWindow({ now, confirmsManually }).earliest.getTime()),
        )
        const calendar = {
          hours,
          busy: [...timeOff, ...booked],
          durationMinutes,
          gridMinutes,
          earliest: bookable,
          latest,
        }
        const starts = freeStartsOn(days, wanted ? { ...calendar, wanted } : calendar)
        return starts.map((startsAt) => ({ startsAt, serviceId, professionalId, centerId }))
      })
      .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    for (const time of times) {
      const known = next.get(time.centerId) ?? []
      if (known.length >= limit || known.at(-1)?.startsAt.getTime() === time.startsAt.getTime()) continue
      next.set(time.centerId, [...known, time])
    }
  }
  return next
}

type Bookable = Pick<FreeTime, 'serviceId' | 'professionalId' | 'centerId'> & { durationMinutes: number }
type Search<Offer extends Bookable> = DayRange & {
  offers: readonly Offer[]
  now: Date
  /** The starts that may be booked at all. */
  windowOf(offer: Offer): { earliest: Date; latest: Date }
  exceptHolders?: readonly string[]
  exceptAppointment?: string | undefined
}

/** The free times of the offers, day by day. Each start stands once, with the first of the offers that has it. */
export async function findFreeDays<Offer extends Bookable>(
  platform: Platform,
  { offers, from, days, now, windowOf, ...except }: Search<Offer>,
): Promise<FreeDay[]> {
  const professionalIds = [...new Set(offers.map((offer) => offer.professionalId))]
  const timetables = await freeTimes.listTimetables(platform.db, {
    professionalIds,
    ...wholeDays({ zone, from, days }),
    now,
    ...except,
  })
  const calendarDays = localDays({ zone, from, days })
  const times = new Map<number, FreeTime>()
  for (const offer of offers) {
    const { serviceId, professionalId, centerId, durationMinutes } = offer
    const { hours = [], timeOff = [], booked = [] } = timetables.get(professionalId) ?? {}
    const busy = [...timeOff, ...booked]
    const starts = freeStartsOn(calendarDays, {
      hours,
      busy,
      durationMinutes,
      gridMinutes,
      ...windowOf(offer),
    })
    for (const start of starts) {
      if (!times.has(start.getTime()))
        times.set(start.getTime(), { startsAt: start, serviceId, professionalId, centerId })
    }
  }
  const inOrder = [...times.values()].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  let next = 0
  return calendarDays.map(({ date, instantAt }) => {
    const first = next
    while ((inOrder[next]?.startsAt.getTime() ?? Number.POSITIVE_INFINITY) < instantAt(1440)) next++
    return { date, times: inOrder.slice(first, next) }
  })
}
