import { horizonDays, zone } from '#contract/calendar.ts'
import type { CenterSearch } from '#contract/center-search.ts'
import type { DayPart } from '#server/features/appointments/rules/free-times.ts'
import { addDays, localDay, localDays, wholeDays } from '#server/platform/local-time.ts'

type Availability = {
  when: Exclude<CenterSearch['when'], 'todayOrLater'>
  dayPart: DayPart | undefined
  now: Date
  searchDays: number
}

/**
 * The window, from `now` on, in which a centre must have a free time. Undefined without a condition on the time. A date in the
 * past or after the last bookable day is no condition.
 */
export function availabilityWindow({
  when,
  dayPart,
  now,
  searchDays,
}: Availability): { from: Date; to: Date; dayPart?: DayPart } | undefined {
  const today = localDay({ instant: now, zone })
  const days = daysOf({ when, today })
  if (!days && !dayPart) return undefined
  const { startsAt, endsAt } = wholeDays({
    zone,
    ...(days ?? { from: today, days: searchDays }),
  })
  return {
    from: new Date(Math.max(now.getTime(), startsAt.getTime())),
    to: new Date(endsAt.getTime() - 1),
    ...(dayPart && { dayPart }),
  }
}

type Days = { from: string; days: number }

function daysOf({ when, today }: Pick<Availability, 'when'> & { today: string }): Days | undefined {
  if (when === undefined) return undefined
  if (when === 'today') return { from: today, days: 1 }
  if (when === 'tomorrow') return { from: addDays({ day: today, days: 1 }), days: 1 }
  if (when === 'weekend') return comingWeekend(today)
  return when < today || when > addDays({ day: today, days: horizonDays }) ? undefined : { from: when, days: 1 }
}

/** Saturday and Sunday of this week; on a Sunday, that day alone. */
function comingWeekend(today: string): Days {
  const weekday = localDays({ zone, from: today, days: 1 })[0]?.weekday ?? 1
  return weekday === 7 ? { from: today, days: 1 } : { from: addDays({ day: today, days: 6 - weekday }), days: 2 }
}
