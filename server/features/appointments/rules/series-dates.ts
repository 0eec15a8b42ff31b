import { Temporal } from 'temporal-polyfill'
import { type Rhythm, seriesSize } from '#contract/series.ts'
import { addDays, addMonths, localDay, sameTimeOn } from '#server/platform/local-time.ts'

type End = { count: number } | { until: string }

type Request = {
  /** The first start. */
  startsAt: Date
  zone: string
  rhythm: Rhythm
  /** How many dates, or the last local day that one may have. */
  end: End
  /** Further dates after those, for dates that are left out. */
  extra: number
}

export type SeriesStart = {
  startsAt: Date
  /** Whether the clocks of that day show the time. If they skip it, `startsAt` is later by the length of the gap. */
  exists: boolean
  /** The month is shorter than the day of the first date. */
  isLastOfMonth: boolean
}

/**
 * The dates of a series: the same time on the wall clock of each day. Each day is counted from the first one, so that a series of the
 * 31st returns to the 31st after a shorter month.
 * @returns at most 52 dates and the further ones; `isCut`: the last day allows more
 */
export function seriesStarts({ startsAt, zone, rhythm, end, extra }: Request): {
  starts: SeriesStart[]
  isCut: boolean
} {
  const first = localDay({ instant: startsAt, zone })
  const wanted = 'count' in end ? Math.min(end.count, seriesSize.max) : countUntil({ first, rhythm, until: end.until })
  const count = Math.min(wanted, seriesSize.max)
  const starts = Array.from({ length: count + extra }, (_, index) => {
    const day = dayAt({ first, rhythm, index })
    const isLastOfMonth = rhythm === 'monthly_date' && day.slice(8) !== first.slice(8)
    const start = sameTimeOn({ startsAt, day, zone })
    return { startsAt: start ?? laterStart({ startsAt, day, zone }), exists: start !== undefined, isLastOfMonth }
  })
  return { starts, isCut: wanted > seriesSize.max }
}

/** How many dates there are until that day, at most one more than a series may have. */
function countUntil({ first, rhythm, until }: { first: string; rhythm: Rhythm; until: string }): number {
  let count = 0
  while (count <= seriesSize.max && dayAt({ first, rhythm, index: count }) <= until) count += 1
  return count
}

function dayAt({ first, rhythm, index }: { first: string; rhythm: Rhythm; index: number }): string {
  if (rhythm === 'weekly') return addDays({ day: first, days: 7 * index })
  if (rhythm === 'fortnightly') return addDays({ day: first, days: 14 * index })
  if (rhythm === 'monthly_date') return addMonths({ day: first, months: index })
  return weekdayOfMonth({ first, months: index })
}

/** The same weekday of a later month, such as its second Tuesday. The fifth one is the last of a month that has only four. */
function weekdayOfMonth({ first, months }: { first: string; months: number }): string {
  const from = Temporal.PlainDate.from(first)
  const month = from.toPlainYearMonth().add({ months }).toPlainDate({ day: 1 })
  const firstWeekday = month.add({ days: (from.dayOfWeek - month.dayOfWeek + 7) % 7 })
  const weeks = Math.floor((from.day - 1) / 7)
  const day = firstWeekday.add({ weeks })
  return (day.month === month.month ? day : day.subtract({ weeks: 1 })).toString()
}

function laterStart({ startsAt, day, zone }: { startsAt: Date; day: string; zone: string }): Date {
  const time = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(zone).toPlainTime()
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds)
}
