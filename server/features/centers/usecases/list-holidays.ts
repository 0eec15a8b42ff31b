import { zone } from '#contract/calendar.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as availability from '../repository/availability.ts'

/** Uruguay's holidays of the next twelve months. */
export async function listUpcomingHolidays({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const from = localDay({ instant: clock.now(), zone })
  return availability.listHolidays(db, { from, to: addDays({ day: from, days: 365 }) })
}
