import type { AppointmentStatus } from '#contract/appointments.ts'
import { dayMs } from '#server/platform/local-time.ts'

type Consultation = { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/** A booking by the desk that its patient did not accept before it began may be invented by the centre. */
export function isVouchedFor({ bookedBy, acceptedAt }: Consultation): boolean {
  return bookedBy === 'patient' || acceptedAt !== null
}

/** Whether its patient may review it, as long as it has no review yet. */
export function isReviewable({ status, ...consultation }: Consultation & { status: AppointmentStatus }): boolean {
  return status === 'completed' && isVouchedFor(consultation)
}

const editableDays = 7

/** How long a review can be changed. After that, readers and the centre's reply can rely on its text. */
export function isEditable({ createdAt, now }: { createdAt: Date; now: Date }): boolean {
  return now.getTime() < createdAt.getTime() + editableDays * dayMs
}

/** «Lucía P.»: recognisable as a person, without identifying them. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
