import { zone } from '#contract/calendar.ts'
import { mergeWeeklyIntervals, type WeeklyInterval } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../centers.errors.ts'
import { mayChangeAgendaOf, maySetHours } from '../centers.policy.ts'
import * as availability from '../repository/availability.ts'
import { listUpcoming, type Upcoming } from '../repository/upcoming-appointments.ts'
import { hoursVersion, outsideHours } from '../rules/availability.ts'
import { requireMember } from './require-member.ts'

type Change = {
  userId: string
  centerId: string
  professionalId: string
  hours: readonly WeeklyInterval[]
  /** The version of the hours that the caller read. */
  version?: string
  /** True returns the affected appointments without changing anything. */
  preview: boolean
}

/**
 * Replaces a professional's weekly hours, for the owner or the professional. Appointments outside the new hours stay.
 * @returns those appointments, so that the caller can decide about them
 */
export async function setHours(platform: Platform, input: Change): Promise<Upcoming[]> {
  const { centerId, professionalId, hours } = input
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    if (!maySetHours(member, input)) throw fail('centers.owner_only')
    const scope = { centerId, professionalIds: [professionalId] }
    // A preview takes no lock, so that bookings do not wait for it.
    const found = input.preview
      ? await availability.listActive(tx, scope)
      : await availability.lockBookingsOf(tx, scope)
    if (found.length === 0 || !mayChangeAgendaOf(member, input)) throw fail('team.professional_not_found')
    const current = hoursVersion(await availability.listHours(tx, scope))
    requireVersion({ seen: input.version, current, next: hoursVersion(mergeWeeklyIntervals(hours)) })
    if (!input.preview) await setWeeklyHours(tx, { professionalId, intervals: hours })
    const items = await listUpcoming(tx, { professionalIds: [professionalId], now: platform.clock.now() })
    return outsideHours({ hours, zone, items })
  })
}

/**
 * Replaces the professional's weekly hours. Adjoining or overlapping intervals become one. With no interval, the professional
 * does not work.
 */
export async function setWeeklyHours(
  tx: Tx,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await availability.lockAgainstBookings(tx, { professionalId })
  await availability.replaceHours(tx, { professionalId, intervals: mergeWeeklyIntervals(intervals) })
}
