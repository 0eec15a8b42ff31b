import type { RawBuilder } from 'kysely'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { addDays, dayMs, type LocalDay, localDay, localDays, startOfDay } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type * as freeTimes from '../repository/free-times.ts'
import { type AllowedDay, hasFreeStart, listFreeStarts } from '../repository/stored-times.ts'
import { listTimetables } from '../repository/timetables.ts'
import { type DayPart, freeStartsOn, inDayPart } from '../rules/free-times.ts'
import { bookingWindow } from '../rules/lifecycle.ts'
import { spreadOver } from '../rules/spread-over.ts'
import { areWholeDays, intersectMasks, startsOf, windowMask } from '../rules/start-masks.ts'
import type { FreeTime } from './list-free-times.ts'

export const searchDays = 14

/** Without `to`, the window ends after `searchDays`; no window goes beyond the last bookable day. */
export type TimeWindow = { dayPart?: DayPart; from?: Date; to?: Date }

type Offer = Omit<freeTimes.Offer, 'modalities'>
type NextParams = {
  /** There is at most one offer of each professional. */
  offers: readonly Offer[]
  limit: number
  /** The times of a day are chosen over the whole day, instead of its first ones. */
  isSpread?: boolean
  window?: TimeWindow
  now: Date
}

/** `moreTimes`: how many further times are free on the day of the last one; 0 unless the times are spread. */
export type NextTimes = { times: FreeTime[]; moreTimes: number }

/** The next free times of many centres, by centre, at most `limit` for each. Centres without free times are absent. */
export async function listNextFreeTimes(
  db: Db | Tx,
  { offers, limit, isSpread = false, window = {}, now }: NextParams,
): Promise<Map<string, NextTimes>> {
  const next = new Map<string, NextTimes>()
  const calendarDays = offers.length === 0 ? [] : daysOf(window, now)
  // Most centres have their next times within three days: the later days are searched only for the others.
  for (const days of [calendarDays.slice(0, 3), calendarDays.slice(3)]) {
    const open = offers.filter((offer) => (next.get(offer.centerId)?.times.length ?? 0) < limit)
    if (days.length === 0 || open.length === 0) continue
    const startsOfOffer = await (areWholeDays(days) ? readStarts : computeStarts)(db, {
      offers: open,
      days,
      limit,
      isSpread,
      window,
      now,
    })
    const times = open
      .flatMap((offer) => {
        const { centerId, serviceId, professionalId } = offer
        return startsOfOffer(offer).map((start) => ({ startsAt: new Date(start), serviceId, professionalId, centerId }))
      })
      .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    for (const [centerId, timesOfCenter] of Map.groupBy(times, (time) => time.centerId)) {
      const ends = isSpread ? days.map(({ instantAt }) => instantAt(1440)) : []
      next.set(centerId, chooseTimes(timesOfCenter, { known: next.get(centerId), limit, ends }))
    }
  }
  return next
}

type ChooseParams = { known: NextTimes | undefined; limit: number; ends: readonly number[] }

/** Adds to the known times. `ends` of days: over each day, its times are spread; without any, the first ones are taken. */
function chooseTimes(
  sorted: readonly FreeTime[],
  { known = { times: [], moreTimes: 0 }, limit, ends }: ChooseParams,
): NextTimes {
  const distinct = sorted.filter(({ startsAt }, index) => startsAt.getTime() !== sorted[index - 1]?.startsAt.getTime())
  const days = Map.groupBy(distinct, ({ startsAt }) => ends.findIndex((end) => startsAt.getTime() < end))
  let chosen = known
  for (const timesOfDay of days.values()) {
    const room = limit - chosen.times.length
    if (room <= 0) break
    const taken = ends.length > 0 ? spreadOver(timesOfDay, room) : timesOfDay.slice(0, room)
    chosen = {
      times: [...chosen.times, ...taken],
      moreTimes: ends.length > 0 ? timesOfDay.length - taken.length : 0,
    }
  }
  return chosen
}

/**
 * Whether the query `services` has a free start in the window, as a condition; `confirms_manually` is a column of the
 * surrounding query. Undefined on a day when the clocks change, when times are computed.
 */
export function freeStartCondition({
  window,
  now,
}: {
  window: TimeWindow
  now: Date
}): RawBuilder<boolean> | undefined {
  const days = daysOf(window, now)
  if (!areWholeDays(days)) return undefined
  const bookableOf = (confirmsManually: boolean) => bookableWindow({ window, now, confirmsManually })
  const [atOnce, manually] = [bookableOf(false), bookableOf(true)]
  const allowed = days.map(
    (day): AllowedDay => ({ day, atOnce: windowMask(day, atOnce), manually: windowMask(day, manually) }),
  )
  return hasFreeStart({ days: allowed.filter(({ atOnce }) => atOnce !== 0), now })
}

type Starts = (offer: Offer) => number[]
type StartsParams = Required<NextParams> & { days: readonly LocalDay[] }

async function readStarts(db: Db | Tx, { offers, days, limit, isSpread, window, now }: StartsParams): Promise<Starts> {
  const starts = await listFreeStarts(db, { serviceIds: offers.map(({ serviceId }) => serviceId), days, now })
  const allowedOf = (confirmsManually: boolean) => {
    const bookable = bookableWindow({ window, now, confirmsManually })
    return days.map((day) => windowMask(day, bookable))
  }
  const allowed = { manually: allowedOf(true), atOnce: allowedOf(false) }
  return ({ serviceId, confirmsManually }) => {
    const masks = starts.get(serviceId) ?? []
    const startTimes: number[] = []
    for (const [index, day] of days.entries()) {
      if (startTimes.length >= limit) break
      const allowedMask = (confirmsManually ? allowed.manually : allowed.atOnce)[index] ?? 0
      const free = intersectMasks(masks[index] ?? 0, allowedMask)
      startTimes.push(...(isSpread ? startsOf(free, day) : startsOf(free, day, limit)))
    }
    return startTimes
  }
}

async function computeStarts(db: Db | Tx, { offers, days, window, now }: StartsParams): Promise<Starts> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return () => []
  const timetables = await listTimetables(db, {
    professionalIds: offers.map((offer) => offer.professionalId),
    startsAt: new Date(first.instantAt(0)),
    endsAt: new Date(last.instantAt(1440) + dayMs),
    now,
  })
  const { dayPart } = window
  const filter = dayPart && ((start: { minute: number }) => inDayPart({ ...start, dayPart }))
  return ({ professionalId, durationMinutes, confirmsManually }) => {
    const { hours = [], timeOff = [], booked = [] } = timetables.get(professionalId) ?? {}
    const { earliest, latest } = bookableWindow({ window, now, confirmsManually })
    const busy = [...timeOff, ...booked]
    const calendar = { hours, busy, durationMinutes, gridMinutes, earliest, latest, ...(filter && { filter }) }
    return freeStartsOn(days, calendar).map((start) => start.getTime())
  }
}

type Bookable = { window: TimeWindow; now: Date; confirmsManually: boolean }

function bookableWindow({ window, now, confirmsManually }: Bookable) {
  const bookable = bookingWindow({ now, confirmsManually })
  const horizon = startOfDay({ day: addDays({ day: localDay({ instant: now, zone }), days: searchDays }), zone })
  const latest = window.to?.getTime() ?? horizon.getTime() - 1
  return {
    earliest: new Date(Math.max(bookable.earliest.getTime(), window.from?.getTime() ?? 0)),
    latest: new Date(Math.min(bookable.latest.getTime(), latest)),
    dayPart: window.dayPart,
  }
}

function daysOf(window: TimeWindow, now: Date): LocalDay[] {
  const { latest } = bookableWindow({ window, now, confirmsManually: false })
  const earliest = new Date(Math.max(now.getTime(), window.from?.getTime() ?? 0))
  if (latest < earliest) return []
  const days = Math.ceil((latest.getTime() - earliest.getTime()) / dayMs) + 1
  return localDays({ zone, from: localDay({ instant: earliest, zone }), days }).filter(
    ({ instantAt }) => instantAt(0) <= latest.getTime(),
  )
}
