import type { AppointmentStatus } from '#contract/appointments.ts'

type Consultation = { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/** A booking by the desk that its patient did not accept before it began may be invented by the centre. */
export function isVouchedFor({ bookedBy, acceptedAt }: Consultation): boolean {
  return bookedBy === 'patient' || acceptedAt !== null
}

/** Whether its patient may review it, as long as it has no review yet. */
export function isReviewable({ status, ...consultation }: Consultation & { status: AppointmentStatus }): boolean {
  return status === 'completed' && isVouchedFor(consultation)
}

/** «Lucía P.»: recognisable as a person, without identifying them. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
