import { Temporal } from 'temporal-polyfill'
import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { addDays, localDay, startOfDay } from '#server/platform/local-time.ts'

export type TrendUnit = 'day' | 'week' | 'month'

/** `from` and `to` are local days, both included; `startsAt` and `endsAt` are their instants, the end excluded. */
export type PeriodDays = { from: string; to: string; startsAt: Date; endsAt: Date; unit: TrendUnit }

const lengths: Record<CommissionPeriod, { duration: Temporal.DurationLike; unit: TrendUnit }> = {
  // Today and the previous six days.
  week: { duration: { days: 6 }, unit: 'day' },
  month: { duration: { months: 1 }, unit: 'day' },
  quarter: { duration: { months: 3 }, unit: 'week' },
  year: { duration: { years: 1 }, unit: 'month' },
}

/** The period that ends today. */
export function periodDays({ period, now, zone }: { period: CommissionPeriod; now: Date; zone: string }): PeriodDays {
  const to = localDay({ instant: now, zone })
  const { duration, unit } = lengths[period]
  const from = Temporal.PlainDate.from(to).subtract(duration).toString()
  const endsAt = startOfDay({ day: addDays({ day: to, days: 1 }), zone })
  return { from, to, startsAt: startOfDay({ day: from, zone }), endsAt, unit }
}

/** The first day of each day, week or month that a period touches. Weeks begin on Monday, as in PostgreSQL's date_trunc(). */
export function trendStarts({ from, to, unit }: { from: string; to: string; unit: TrendUnit }): string[] {
  const first = Temporal.PlainDate.from(from)
  const last = Temporal.PlainDate.from(to)
  const starts: string[] = []
  let day = startOf(first, unit)
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    starts.push(day.toString())
    day = day.add(unit === 'day' ? { days: 1 } : unit === 'week' ? { weeks: 1 } : { months: 1 })
  }
  return starts
}

function startOf(day: Temporal.PlainDate, unit: TrendUnit): Temporal.PlainDate {
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 })
  return unit === 'month' ? day.with({ day: 1 }) : day
}
