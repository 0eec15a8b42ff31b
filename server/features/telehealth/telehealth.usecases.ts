import { telehealthConsent } from '#contract/telehealth.ts'
import { mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from './telehealth.errors.ts'
import * as repository from './telehealth.repository.ts'

export type OfPatient = { userId: string; appointmentId: string }
export type TelehealthState = { appointment: repository.VirtualAppointment; now: Date }

/** @throws appointments.not_found, telehealth.not_virtual */
export async function readOwnTelehealth({ db, clock }: Platform, input: OfPatient): Promise<TelehealthState> {
  return { appointment: await requireOwn(db, input), now: clock.now() }
}

/** For a member who may see the appointment. @throws centers.not_found, appointments.not_found, telehealth.not_virtual */
export async function readTelehealthAtDesk(
  { db, clock }: Platform,
  { userId, centerId, appointmentId }: OfPatient & { centerId: string },
): Promise<TelehealthState> {
  const member = await requireMember(db, { userId, centerId })
  const appointment = await repository.findAppointment(db, { centerId, appointmentId })
  if (!appointment || !mayChangeAgendaOf(member, appointment)) throw fail('appointments.not_found')
  return { appointment: requireVirtual(appointment), now: clock.now() }
}

type BookingConsent = { userId: string; appointmentId: string; textVersion: string; now: Date }

/** The version that the caller read. @throws telehealth.text_changed */
export function requireConsentText(version: string): string {
  if (version !== telehealthConsent.version) throw fail('telehealth.text_changed')
  return version
}

/** Stores the consent for a virtual appointment, in the transaction that books it. @throws telehealth.text_changed */
export async function consentWhileBooking(tx: Tx, consent: BookingConsent): Promise<void> {
  requireConsentText(consent.textVersion)
  await storeBookingConsent(tx, consent)
}

/** A consent whose text was the current one when the patient gave it. */
export async function storeBookingConsent(tx: Tx, consent: BookingConsent): Promise<void> {
  await repository.insertConsent(tx, { ...consent, id: newId(), decision: 'given' })
}

/** @throws appointments.not_found, telehealth.not_virtual */
export async function requireOwn(
  db: Db | Tx,
  { userId, appointmentId }: OfPatient,
): Promise<repository.VirtualAppointment> {
  const appointment = await repository.findAppointment(db, { patientId: userId, appointmentId })
  if (!appointment) throw fail('appointments.not_found')
  return requireVirtual(appointment)
}

function requireVirtual(appointment: repository.VirtualAppointment): repository.VirtualAppointment {
  if (appointment.place !== 'online') throw fail('telehealth.not_virtual')
  return appointment
}
