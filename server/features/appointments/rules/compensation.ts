import { hourMs } from '#server/platform/local-time.ts'

/** The points that a patient receives when the centre cancels an appointment. */
export const compensationPoints = 100
/** A more recent booking may have been made only to be cancelled for the points. */
const minAgeMs = hourMs

type Cancelled = { bookedBy: 'patient' | 'center'; madeAt: Date; now: Date }

/** Whether the booking itself allows points; the patient's address and the daily limits of its centre decide the rest. */
export function mayBeCompensated({ bookedBy, madeAt, now }: Cancelled): boolean {
  return bookedBy === 'patient' && now.getTime() - madeAt.getTime() >= minAgeMs
}
