import { gridMinutes, horizonDays, zone } from '#contract/calendar.ts'
import { addDays, dayMs, localDay, localDays, startOfDay, wholeDays } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import { findAppointment } from '../repository/appointments.ts'
import * as freeTimes from '../repository/free-times.ts'
import { type DayPart, freeStartsOn, inDayPart } from '../rules/free-times.ts'
import { bookingWindow } from '../rules/lifecycle.ts'

export type FreeTime = { startsAt: Date; serviceId: string; professionalId: string; centerId: string }
type FreeDay = { date: string; times: FreeTime[] }
export type FreeDays = { days: FreeDay[]; nextDate: string | null }

type Params = {
  caller: Caller
  centerId: string
  serviceIds: readonly string[]
  from: string
  days: number
  moving?: string
}

/** The free times of a centre's services, day by day. When several professionals are free at one time, the cheapest is listed. */
export async function listFreeTimes(
  platform: Platform,
  { caller, centerId, serviceIds, from, days, moving }: Params,
): Promise<FreeDays> {
  const now = platform.clock.now()
  const own = moving === undefined ? undefined : await findAppointment(platform.db, { appointmentId: moving })
  const moved = own && isPatientOf(caller, own) ? own : undefined
  // An appointment can be moved even at a centre that takes no new bookings.
  const ownService = moved?.centerId === centerId ? serviceIds.filter((id) => id === moved.serviceId) : []
  const isMove = ownService.length > 0
  const query = { centerId, serviceIds: isMove ? ownService : serviceIds, booked: isMove, now }
  const offers = await freeTimes.listOffers(platform.db, query)
  if (offers.length === 0) throw fail('appointments.not_bookable')
  const exceptAppointment = moved?.id
  // A moved appointment keeps the duration with which it was booked.
  const asBooked = offers.map((offer) =>
    offer.serviceId === moved?.serviceId ? { ...offer, durationMinutes: moved.durationMinutes } : offer,
  )
  const find = (range: DayRange) =>
    findFreeDays(platform, {
      offers: asBooked,
      ...range,
      now,
      exceptHolders: holdersOf(caller),
      exceptAppointment,
      windowOf: ({ confirmsManually }) => bookingWindow({ now, confirmsManually }),
    })
  return withNextDate({ from, days, today: localDay({ instant: now, zone }), find })
}

type DayRange = { from: string; days: number }

/** The requested days; when they have no free time, also the next day that has one. */
export async function withNextDate({
  from,
  days,
  today,
  find,
}: DayRange & { today: string; find(range: DayRange): Promise<FreeDay[]> }): Promise<FreeDays> {
  const requested = await find({ from, days })
  const hasTimes = (day: FreeDay) => day.times.length > 0
  if (requested.some(hasTimes)) return { days: requested, nextDate: null }
  const after = addDays({ day: from, days })
  const isPast = after < today
  const later = await find({ from: isPast ? today : after, days: horizonDays })
  return { days: requested, nextDate: later.find(hasTimes)?.date ?? null }
}

/** How many days ahead a search without a day looks for free times. */
export const searchDays = 14

type NextParams = {
  /** At most one of each professional. */
  offers: readonly Omit<freeTimes.Offer, 'modalities'>[]
  limit: number
  /** Without `to`, it ends after `searchDays`; no window goes beyond the last bookable day. */
  window?: { dayPart?: DayPart; from?: Date; to?: Date }
  now: Date
}

/** The next free times of many centres, by centre, at most `limit` for each. Centres without one are absent. */
export async function listNextFreeTimes(
  db: Db | Tx,
  { offers, limit, window = {}, now }: NextParams,
): Promise<Map<string, FreeTime[]>> {
  const next = new Map<string, FreeTime[]>()
  if (offers.length === 0) return next
  const { dayPart } = window
  const horizon = startOfDay({ day: addDays({ day: localDay({ instant: now, zone }), days: searchDays }), zone })
  const earliest = new Date(Math.max(now.getTime(), window.from?.getTime() ?? 0))
  const lastBookable = bookingWindow({ now }).latest
  const latest = new Date(Math.min(lastBookable.getTime(), window.to?.getTime() ?? horizon.getTime() - 1))
  if (latest < earliest) return next
  const from = localDay({ instant: earliest, zone })
  const calendarDays = localDays({
    zone,
    from,
    days: Math.ceil((latest.getTime() - earliest.getTime()) / dayMs) + 1,
  }).filter(({ instantAt }) => instantAt(0) <= latest.getTime())
  const timetables = await freeTimes.listTimetables(db, {
    professionalIds: offers.map((offer) => offer.professionalId),
    // A search for today reads the hours of one day of the week.
    ...(calendarDays.length < 7 && { weekdays: calendarDays.map(({ weekday }) => weekday) }),
    startsAt: earliest,
    endsAt: new Date(latest.getTime() + dayMs),
    now,
  })
  const earliestAt = (confirmsManually: boolean) => bookingWindow({ now, confirmsManually }).earliest.getTime()
  const bookableAt = { manually: earliestAt(true), atOnce: earliestAt(false) }
  // Most centres have their next times within three days: the later days are searched only for the rest.
  for (const days of [calendarDays.slice(0, 3), calendarDays.slice(3)]) {
    const open = offers.filter((offer) => (next.get(offer.centerId)?.length ?? 0) < limit)
    const times = open
      .flatMap(({ centerId, serviceId, professionalId, durationMinutes, confirmsManually }) => {
        const timetable = timetables.get(professionalId)
        if (!timetable || timetable.hours.length === 0) return []
        const { hours, timeOff, booked } = timetable
        const filter = dayPart && ((start: { minute: number }) => inDayPart({ ...start, dayPart }))
        const bookable = new Date(
          Math.max(earliest.getTime(), confirmsManually ? bookableAt.manually : bookableAt.atOnce),
        )
        const calendar = {
          hours,
          busy: [...timeOff, ...booked],
          durationMinutes,
          gridMinutes,
          earliest: bookable,
          latest,
        }
        const starts = freeStartsOn(days, filter ? { ...calendar, filter } : calendar)
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
  /** The earliest and the latest start that may be booked. */
  windowOf(offer: Offer): { earliest: Date; latest: Date }
  exceptHolders?: readonly string[]
  exceptAppointment?: string
}

/** The free times of the offers, day by day. Each start is listed once, with the first offer that has it. */
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
