import type { RecordForProfessional } from '#contract/clinical-records.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { AppointmentFacts, ProfessionalFacts } from './repository/records.ts'

/** A member who acts as one of the centre's professionals, in the records of their own patients. */
export type Treating = Member & {
  professionalId: string
  actsFrom: Date | null
  /** False for an owner who works as the centre's only professional without being linked to them. */
  isLinked: boolean
}

/**
 * The member as a treating professional; undefined for other members and for Senda's staff, even if they treat patients. If
 * another account has written as this professional, the member reaches only appointments since they joined: otherwise an owner
 * could link a second account to a former professional and read that professional's records.
 */
export function treatingProfessional(member: Member, facts: ProfessionalFacts | undefined): Treating | undefined {
  const { professionalId } = member
  return professionalId === null || !facts ? undefined : { ...member, professionalId, ...facts }
}

/** Whether the professional attended this appointment, or is going to. */
export function isOwnAppointment(treating: Treating, appointment: AppointmentFacts): boolean {
  const { professionalId, actsFrom } = treating
  return appointment.professionalId === professionalId && (actsFrom === null || appointment.startsAt >= actsFrom)
}

/** Why the caller cannot add to the record now; null for the professional of a completed appointment with a person whose data is kept. */
export function whyNotWritable(
  treating: Treating,
  appointment: AppointmentFacts,
): RecordForProfessional['notWritable'] {
  if (!isOwnAppointment(treating, appointment)) return 'not_own'
  if (!appointment.takesNotes) return 'person_gone'
  return appointment.status === 'completed' ? null : 'not_completed'
}

/** Before, during and after the appointment, the professional may start a note, which is saved once it is completed. */
export function mayDraft(treating: Treating, appointment: AppointmentFacts): boolean {
  const isExpected = ['pending', 'confirmed', 'completed'].includes(appointment.status)
  return isOwnAppointment(treating, appointment) && appointment.takesNotes && isExpected
}

/** Also about an appointment that did not take place. */
export function mayKeepWorkingNote(treating: Treating, appointment: AppointmentFacts): boolean {
  return isOwnAppointment(treating, appointment) && appointment.takesNotes
}

/** Why a professional reads the records of a patient's appointments with other professionals; null when they do not. */
export type Grounds = 'continuity' | 'consent' | null

/**
 * A professional who reads only their own appointments with a patient may ask the patient for more, once the patient has booked
 * or accepted one of them.
 */
export function mayAskConsent(treating: Treating, appointment: AppointmentFacts, grounds: Grounds): boolean {
  const { status, hasAccount, isAgreed } = appointment
  const isMet = status === 'confirmed' || status === 'completed'
  return (
    grounds === null && isOwnAppointment(treating, appointment) && isMet && isAgreed && hasAccount && treating.isLinked
  )
}
