import { isExclusionViolation } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { bookingWindow } from '../rules/lifecycle.ts'

type Start = { startsAt: Date; now: Date; confirmsManually?: boolean }

/** @throws appointments.too_soon, appointments.too_far */
export function requireInWindow({ startsAt, ...window }: Start): void {
  const { earliest, latest } = bookingWindow(window)
  if (startsAt < earliest) throw fail('appointments.too_soon')
  if (startsAt > latest) throw fail('appointments.too_far')
}

/**
 * Runs the UPDATE that gives an appointment its time. A visitor may have held the time since the transaction checked it:
 * then the exclusion constraint refuses the UPDATE.
 * @throws appointments.slot_taken
 */
export async function takeTime({ startsAt }: { startsAt: Date }, update: () => Promise<void>): Promise<void> {
  try {
    await update()
  } catch (error) {
    throw isExclusionViolation(error) ? fail('appointments.slot_taken', { startsAt }) : error
  }
}
