import { Temporal } from 'temporal-polyfill'
import { startOfDay } from '#server/platform/local-time.ts'

/** `month` is the first day of a calendar month. */
export function endOfMonth({ month, zone }: { month: string; zone: string }): Date {
  return startOfDay({ day: monthAfter(month), zone })
}

/** The first day of the next month, on which staff can settle the month. */
export function monthAfter(month: string): string {
  return Temporal.PlainDate.from(month).add({ months: 1 }).toString()
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  return Temporal.PlainDate.from(monthAfter(month)).subtract({ days: 1 }).toString()
}
