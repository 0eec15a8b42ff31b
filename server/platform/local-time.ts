// Pure arithmetic on the wall clock of an explicit time zone. Nothing here reads the current time.
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

export const secondMs = 1000
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** A day on which the clocks don't change. Use wholeDay() for the real length of a local day. */
export const dayMs = 24 * hourMs

/** A stretch of real time, start included, end not. */
export type Span = { startsAt: Date; endsAt: Date }
/** Working hours on the wall clock: ISO weekday (1 Monday), minutes after local midnight. */
export type WeeklyInterval = { weekday: number; startMinute: number; endMinute: number }
/** `from` is the first local day, YYYY-MM-DD; `days` says how many from it. */
export type DayRange = { zone: string; from: string; days: number }

/** The local day (YYYY-MM-DD) on which an instant falls. */
export function localDay({ instant, zone }: { instant: Date; zone: string }): string {
  const utcDay = Math.floor(instant.getTime() / dayMs)
  const key = `${utcDay} ${zone}`
  const [before, day, after] = daysAround.get(key) ?? findDaysAround({ key, utcDay, zone })
  // No zone is a whole day away from UTC.
  if (instant.getTime() < day.midnight) return before.date
  return instant.getTime() < after.midnight ? day.date : after.date
}

type Midnight = { date: string; midnight: number }

/** The local days of a day in UTC, the one before and the one after. */
const daysAround = new LRUCache<string, readonly [Midnight, Midnight, Midnight]>({ max: 2_000 })

function findDaysAround({ key, utcDay, zone }: { key: string; utcDay: number; zone: string }) {
  const dayAt = (offset: number): Midnight => {
    const date = new Date((utcDay + offset) * dayMs).toISOString().slice(0, 10)
    return { date, midnight: midnightOf({ day: date, zone }) }
  }
  const days = [dayAt(-1), dayAt(0), dayAt(1)] as const
  daysAround.set(key, days)
  return days
}

/** The first instants of local days: a conversion by the zone's rules takes about 10 µs, and a search needs hundreds. */
const midnights = new LRUCache<string, number>({ max: 5_000 })

function midnightOf({ day, zone }: { day: string; zone: string }): number {
  const key = `${day} ${zone}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
  midnights.set(key, midnight)
  return midnight
}

export function startOfDay({ day, zone }: { day: string; zone: string }): Date {
  return new Date(midnightOf({ day, zone }))
}

export function addDays({ day, days }: { day: string; days: number }): string {
  const midnight = new Date(`${day}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + days)
  return midnight.toISOString().slice(0, 10)
}

/** The same day of a later month, or that month's last day where it is shorter. */
export function addMonths({ day, months }: { day: string; months: number }): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

export function wholeDays({ zone, from, days }: DayRange): Span {
  return { startsAt: startOfDay({ day: from, zone }), endsAt: startOfDay({ day: addDays({ day: from, days }), zone }) }
}

/** A whole local day: 23 or 25 hours where the clocks change. */
export function wholeDay({ day, zone }: { day: string; zone: string }): Span {
  return wholeDays({ zone, from: day, days: 1 })
}

/** The month of a local day, from its first day to the next month's. */
export function localMonth({ day }: { day: string }): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  return { from: first(month - 1), to: first(month) }
}

export type LocalDay = {
  /** The date has the form YYYY-MM-DD. */
  date: string
  weekday: number
  /**
   * Epoch milliseconds of a wall-clock minute (0 to 1440) of this day; a minute that the clocks skip is later by the length
   * of the gap.
   */
  instantAt(minute: number): number
  /** Whether the clocks of this day show that minute. */
  exists(minute: number): boolean
}

export function localDays({ zone, from, days }: DayRange): LocalDay[] {
  return Array.from({ length: days }, (_, index) => {
    const date = addDays({ day: from, days: index })
    const key = `${date} ${zone}`
    const day = dayCache.get(key) ?? createLocalDay({ date, zone })
    dayCache.set(key, day)
    return day
  })
}

/** Cached, because every list of free times needs the same days. */
const dayCache = new LRUCache<string, LocalDay>({ max: 2_000 })

function createLocalDay({ date, zone }: { date: string; zone: string }): LocalDay {
  const midnight = midnightOf({ day: date, zone })
  const weekday = new Date(date).getUTCDay() || 7
  // On a day of 24 hours, the wall clock needs no conversion.
  if (midnightOf({ day: addDays({ day: date, days: 1 }), zone }) - midnight === dayMs) {
    return { date, weekday, instantAt: (minute) => midnight + minute * minuteMs, exists: () => true }
  }
  const plain = Temporal.PlainDate.from(date)
  const wallAt = (minute: number) => plain.toPlainDateTime().add({ minutes: minute })
  const instantAt = (minute: number) => wallAt(minute).toZonedDateTime(zone).epochMilliseconds
  const exists = (minute: number) => wallAt(minute).toZonedDateTime(zone).toPlainDateTime().equals(wallAt(minute))
  return { date, weekday, instantAt, exists }
}

/** Intervals of the week in order, those that touch or overlap joined into one. */
export function mergeWeeklyIntervals(intervals: readonly WeeklyInterval[]): WeeklyInterval[] {
  const merged: WeeklyInterval[] = []
  for (const interval of [...intervals].sort((a, b) => a.weekday - b.weekday || a.startMinute - b.startMinute)) {
    const last = merged.at(-1)
    if (last && last.weekday === interval.weekday && interval.startMinute <= last.endMinute) {
      last.endMinute = Math.max(last.endMinute, interval.endMinute)
    } else {
      merged.push({ ...interval })
    }
  }
  return merged
}

/** The same time on the wall clock of another day; undefined where the clocks of that day skip it. */
export function sameTimeOn({ startsAt, day, zone }: { startsAt: Date; day: string; zone: string }): Date | undefined {
  const time = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(zone).toPlainTime()
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(time)
  const zoned = wall.toZonedDateTime(zone)
  return zoned.toPlainDateTime().equals(wall) ? new Date(zoned.epochMilliseconds) : undefined
}
