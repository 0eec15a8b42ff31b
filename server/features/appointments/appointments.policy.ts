import type { Member } from '#server/features/centers/centers.policy.ts'
import type { AppointmentRow } from './repository/appointments.ts'

/** Whoever asks: with an account, without one, or (between registering and confirming) both. */
export type Asker = {
  userId: string | undefined
  /** Hash of the visitor's cookie, if there is one. */
  visitorKey: string | undefined
}

/**
 * The names under which the asker's hold may stand; the first is the one to hold under. A visitor who registers on the
 * way keeps the time that was held before: the cookie still names it.
 */
export function holdersOf({ userId, visitorKey }: Asker): string[] {
  return [userId && `user:${userId}`, visitorKey && `visitor:${visitorKey}`].filter(
    (holder) => holder !== undefined && holder !== '',
  ) as string[]
}

/** Only its patient sees, moves and cancels an appointment. */
export function isPatientOf(asker: Asker, appointment: Pick<AppointmentRow, 'patientId'>): boolean {
  return asker.userId !== undefined && appointment.patientId === asker.userId
}

/** Whoever holds the time may confirm it, once there is an account to confirm it for. */
export function mayConfirm(asker: Asker, appointment: Pick<AppointmentRow, 'patientId' | 'holder'>): boolean {
  if (asker.userId === undefined) return false
  return (
    isPatientOf(asker, appointment) || (appointment.holder !== null && holdersOf(asker).includes(appointment.holder))
  )
}

/** Only the professional of a home visit reads its address; an owner does as that professional, not as the owner. */
export function mayReadHomeAddress(
  member: Pick<Member, 'professionalId'>,
  { professionalId }: { professionalId: string },
): boolean {
  return member.professionalId === professionalId
}
