import { gridMinutes, horizonDays, zone } from '#contract/calendar.ts'
import { addDays, localDay, localDays, wholeDays } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import { findAppointment } from '../repository/appointments.ts'
import * as freeTimes from '../repository/free-times.ts'
import { listOffersWithStarts } from '../repository/stored-times.ts'
import { listTimetables } from '../repository/timetables.ts'
import { freeStartsOn } from '../rules/free-times.ts'
import { bookingWindow } from '../rules/lifecycle.ts'
import {
  areWholeDays,
  intersectMasks,
  type StartMask,
  startsOf,
  subtractMask,
  uniteMasks,
  windowMask,
} from '../rules/start-masks.ts'

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
  const today = localDay({ instant: now, zone })
  const exceptHolders = holdersOf(caller)
  // Stored starts count a moved appointment as busy, and are not valid on days when the clocks change.
  const stored = { centerId, serviceIds, now, exceptHolders }
  const isStored = (range: DayRange) => moving === undefined && areWholeDays(localDays({ zone, ...range }))
  const fromStored = isStored({ from, days }) ? await readFreeDays(platform, { ...stored, from, days }) : undefined
  if (fromStored?.some(({ times }) => times.length > 0)) return { days: fromStored, nextDate: null }
  const appointment = moving === undefined ? undefined : await findAppointment(platform.db, { appointmentId: moving })
  const moved = appointment && isPatientOf(caller, appointment) ? appointment : undefined
  // An appointment can be moved even at a centre that takes no new bookings.
  const ownService = moved?.centerId === centerId ? serviceIds.filter((id) => id === moved.serviceId) : []
  const isMove = ownService.length > 0
  const query = { centerId, serviceIds: isMove ? ownService : serviceIds, isMove, now }
  const offers = await freeTimes.listOffers(platform.db, query)
  if (offers.length === 0) throw fail('appointments.not_bookable')
  const exceptAppointment = moved?.id
  // A moved appointment keeps the duration with which it was booked.
  const offersAsBooked = offers.map((offer) =>
    offer.serviceId === moved?.serviceId ? { ...offer, durationMinutes: moved.durationMinutes } : offer,
  )
  const find = async (range: DayRange) => {
    if (fromStored && range.from === from && range.days === days) return fromStored
    if (isStored(range)) return readFreeDays(platform, { ...stored, ...range })
    return findFreeDays(platform, {
      offers: offersAsBooked,
      ...range,
      now,
      exceptHolders,
      exceptAppointment,
      windowOf: ({ confirmsManually }) => bookingWindow({ now, confirmsManually }),
    })
  }
  return withNextDate({ from, days, today, find })
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

type StoredSearch = DayRange & Pick<Params, 'centerId' | 'serviceIds'> & { now: Date; exceptHolders: readonly string[] }

/** findFreeDays() from the stored starts. @throws appointments.not_bookable */
async function readFreeDays(platform: Platform, { from, days, ...query }: StoredSearch): Promise<FreeDay[]> {
  const { now } = query
  const calendarDays = localDays({ zone, from, days })
  const offers = await listOffersWithStarts(platform.db, { ...query, days: calendarDays })
  if (offers.length === 0) throw fail('appointments.not_bookable')
  const windows = { atOnce: bookingWindow({ now }), manually: bookingWindow({ now, confirmsManually: true }) }
  return calendarDays.map((day, index) => {
    let listed: StartMask = 0
    const times: FreeTime[] = []
    for (const { serviceId, professionalId, centerId, confirmsManually, starts } of offers) {
      const allowed = windowMask(day, confirmsManually ? windows.manually : windows.atOnce)
      const free = subtractMask(intersectMasks(starts[index] ?? 0, allowed), listed)
      listed = uniteMasks(listed, free)
      for (const start of startsOf(free, day)) {
        times.push({ startsAt: new Date(start), serviceId, professionalId, centerId })
      }
    }
    if (offers.length > 1) times.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    return { date: day.date, times }
  })
}

type Bookable = Pick<FreeTime, 'serviceId' | 'professionalId' | 'centerId'> & { durationMinutes: number }
type Search<Offer extends Bookable> = DayRange & {
  offers: readonly Offer[]
  now: Date
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
  const timetables = await listTimetables(platform.db, {
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
