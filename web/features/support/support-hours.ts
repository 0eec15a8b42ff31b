import { brand, builtInBrand } from '#contract/brand.ts'
import { localMoment, weekdayOf } from '#web/platform/local-days.ts'

/** The built-in `widgetHours` as numbers, for the «En línea» of the widget; 1 is Monday. */
const widgetTimes = { firstWeekday: 1, lastWeekday: 5, fromHour: 9, untilHour: 18 }

/** Uruguay's non-working holidays that have the same date in every year. */
const closedDays = new Set(['01-01', '05-01', '07-18', '08-25', '12-25'])

/** Unknown, and so never, with hours that the operator wrote in other words. */
export function isSupportOpen(instant: Date): boolean {
  if (brand.widgetHours !== builtInBrand.widgetHours) return false
  const { date, hour } = localMoment(instant)
  const { firstWeekday, lastWeekday, fromHour, untilHour } = widgetTimes
  const weekday = weekdayOf(date)
  const isWorkday = weekday >= firstWeekday && weekday <= lastWeekday && !closedDays.has(date.slice(5))
  return isWorkday && hour >= fromHour && hour < untilHour
}
