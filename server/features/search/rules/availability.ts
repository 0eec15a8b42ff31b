import { zone } from '#contract/calendar.ts'
import type { CenterSearch } from '#contract/centers.ts'
import type { DayPart } from '#server/features/appointments/rules/free-times.ts'
import { addDays, localDay, startOfDay } from '#server/platform/local-time.ts'

type Availability = {
  availability: Exclude<NonNullable<CenterSearch['availability']>, 'todayOrLater'>
  now: Date
  searchDays: number
}

/** The free times that make a centre available in the sense of a search: from `now` to the end of the last local day. */
export function availabilityWindow({ availability, now, searchDays }: Availability): {
  from: Date
  to: Date
  dayPart?: DayPart
} {
  const days = availability === 'today' ? 1 : searchDays
  const end = startOfDay({ day: addDays({ day: localDay({ instant: now, zone }), days }), zone })
  const window = { from: now, to: new Date(end.getTime() - 1) }
  return availability === 'today' ? window : { ...window, dayPart: availability }
}
