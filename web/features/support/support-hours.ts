import { widgetTimes } from '#contract/support-times.ts'
import { localMoment, weekdayOf } from '#web/platform/local-days.ts'

/** Uruguay's non-working holidays that have the same date in every year. */
const closedDays = new Set(['01-01', '05-01', '07-18', '08-25', '12-25'])

/** Whether support answers at this instant, by the clock of Uruguay. */
export function isSupportOpen(instant: Date): boolean {
  const { date, hour } = localMoment(instant)
  const { firstWeekday, lastWeekday, fromHour, untilHour } = widgetTimes
  const weekday = weekdayOf(date)
  const isWorkday = weekday >= firstWeekday && weekday <= lastWeekday && !closedDays.has(date.slice(5))
  return isWorkday && hour >= fromHour && hour < untilHour
}
