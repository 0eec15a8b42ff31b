import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { consumeCredit } from '#server/features/payments/repository/online.ts'
import { storeBookingConsent } from '#server/features/telehealth/telehealth.usecases.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import * as deposits from '../repository/deposits.ts'
import { depositExpiry, proofDue } from '../rules/lifecycle.ts'
import { notifyBooking } from './notify-change.ts'

type Held = Pick<Platform, 'gateway'> & { row: AppointmentRow; patientId: string | undefined }

/**
 * The held time as it is for this patient now: one of whom its centre asks no deposit pays none, nor does any once the centre can
 * take no online payments. A visitor is not known yet, and a payment that the gateway is deciding still counts.
 */
export async function resolveDeposit(db: Db | Tx, { gateway, row, patientId }: Held): Promise<AppointmentRow> {
  const isPayable = row.payingCheckoutId !== null || takesPayments({ gateway, ...row })
  if (row.status === 'held' && !isPayable) return { ...row, depositCents: null, depositFor: null, patientId: null }
  const isOpen = row.status === 'held' && row.patientId === null && row.depositFor === 'newcomers'
  if (!isOpen || patientId === undefined) return row
  const isNewcomer = await deposits.isNewcomer(db, { ...row, patientId })
  return isNewcomer ? row : { ...row, depositCents: null, depositFor: null }
}

type Attendee = {
  appointmentId: string
  patientId: string
  dependantId: string | null
  homeAddress: string | null
  consentVersion: string | null
  now: Date
}

/** Keeps the time for the patient until the deposit is paid: half an hour in all. The caller has checked and locked it. */
export async function awaitDeposit(tx: Tx, attendee: Attendee): Promise<AppointmentRow> {
  const { heldAt } = await deposits.findHeldFacts(tx, attendee)
  await deposits.setAwaitingDeposit(tx, { ...attendee, expiresAt: depositExpiry(heldAt) })
  return requireAppointment(tx, attendee)
}

type Paid = { platform: Platform; row: AppointmentRow & { patientId: string }; isCovered?: boolean; now: Date }

/**
 * Turns the held time into the appointment: its deposit was paid, or a discount has left nothing to pay. The caller has locked it
 * and found it live.
 */
export async function bookWithDeposit(tx: Tx, { platform, row, isCovered = false, now }: Paid): Promise<void> {
  const { id: appointmentId, patientId } = row
  const { consentVersion: textVersion } = await deposits.findHeldFacts(tx, { appointmentId })
  const status = row.confirmsManually ? 'pending' : 'confirmed'
  const isVerified = await isEmailVerified(tx, { userId: patientId })
  // A payment proves the account, and a discount doesn't.
  const proofDueAt = isCovered && !isVerified ? proofDue(now) : null
  await deposits.setBookedWithDeposit(tx, { appointmentId, status, isCovered, proofDueAt, now })
  await consumeCredit(tx, { appointmentId, patientId, now })
  if (textVersion !== null) await storeBookingConsent(tx, { userId: patientId, appointmentId, textVersion, now })
  const appointment = await requireAppointment(tx, { appointmentId })
  const isMailed = await wantsMail(tx, { userId: patientId, kind: 'appointment' })
  await notifyBooking(tx, { platform, appointment, isMailed, isVerified })
}
