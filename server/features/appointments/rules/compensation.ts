import { hourMs } from '#server/platform/local-time.ts'

/** A patient could make a more recent booking only to receive points for its cancellation. */
const minAgeMs = hourMs

type CancelledBooking = { bookedBy: 'patient' | 'center'; bookedAt: Date; priceCents: number; now: Date }

/**
 * Whether the booking itself allows points. One without a price would have brought no commission, and allows none. The patient's
 * address and the daily limits of its centre decide the rest.
 */
export function mayBeCompensated({ bookedBy, bookedAt, priceCents, now }: CancelledBooking): boolean {
  return bookedBy === 'patient' && priceCents > 0 && now.getTime() - bookedAt.getTime() >= minAgeMs
}
