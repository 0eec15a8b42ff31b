import type { AppointmentStatus } from '#contract/appointments.ts'
import { reviewEditDays } from '#contract/reviews.ts'
import { dayMs } from '#server/platform/local-time.ts'

type Consultation = { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/** The centre may have invented a booking of the desk that its patient did not accept before it began. */
export function isVouchedFor({ bookedBy, acceptedAt }: Consultation): boolean {
  return bookedBy === 'patient' || acceptedAt !== null
}

/** Whether the patient may review the appointment, if it has no review yet. */
export function isReviewable({ status, ...consultation }: Consultation & { status: AppointmentStatus }): boolean {
  return status === 'completed' && isVouchedFor(consultation)
}

/** Whether the author can still change the review. Afterwards readers and the centre's reply can rely on its text. */
export function isEditable({ createdAt, now }: { createdAt: Date; now: Date }): boolean {
  return now.getTime() < createdAt.getTime() + reviewEditDays * dayMs
}

/** «Lucía P.»: shows that a person wrote it, without identifying them. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
