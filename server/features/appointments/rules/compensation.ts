import { hourMs } from '#server/platform/local-time.ts'

/** What a patient gets for an appointment that its centre cancels. */
export const compensationPoints = 100
/** A booking younger than this is no plan that a cancellation upsets, and could be made only to be cancelled. */
const leastAgeMs = hourMs

type Cancelled = { bookedBy: 'patient' | 'center'; madeAt: Date; now: Date }

/** Whether the booking itself allows points; the patient's address and the daily limits of its centre decide the rest. */
export function mayBeCompensated({ bookedBy, madeAt, now }: Cancelled): boolean {
  return bookedBy === 'patient' && now.getTime() - madeAt.getTime() >= leastAgeMs
}
