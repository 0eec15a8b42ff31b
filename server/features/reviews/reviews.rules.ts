import type { AppointmentStatus } from '#contract/appointments.ts'

type Consultation = { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }

/** An appointment that the desk entered, and that its patient did not accept before it began, may be the centre's invention. */
export function isWitnessed({ bookedBy, acceptedAt }: Consultation): boolean {
  return bookedBy === 'patient' || acceptedAt !== null
}

/** Whether its patient may rate it, as long as it has no review yet. */
export function isReviewable({ status, ...consultation }: Consultation & { status: AppointmentStatus }): boolean {
  return status === 'completed' && isWitnessed(consultation)
}

/** «Lucía P.»: enough to sound like a person, too little to find one. */
export function signature(fullName: string): string {
  const [first, second] = fullName.trim().split(/\s+/u)
  if (!first) return 'Paciente'
  const initial = second ? [...second][0] : undefined
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
