import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { deleteHolds } from '../repository/holds.ts'
import { cancellationTerms, isChangeable, termsVersion } from '../rules/lifecycle.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'
import { notifyChange } from './notify-change.ts'
import { recordCancellation } from './record-cancellation.ts'

type Cancel = { caller: Caller & { userId: string }; appointmentId: string; terms?: string; reason?: string }

/** The patient cancels, until the appointment begins. Idempotent. */
export async function cancelAppointment(
  platform: Platform,
  { caller, appointmentId, terms, reason }: Cancel,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId })
    if (row.status === 'cancelled') return row
    if (!isChangeable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
    requireTerms({ seen: terms, current: termsVersion({ appointment: row, now }) })
    const cancelled = await cancelLocked(tx, { row, reason: reason || null, now })
    await notifyChange(tx, { platform, appointment: cancelled, before: row, event: 'cancelled' })
    return cancelled
  })
}

type CancelLocked = { row: appointments.AppointmentRow; reason: string | null; now: Date }

/**
 * Cancels an appointment for the patient, under the current terms. The caller has locked and checked it. The centre owes
 * commission on the part of a payment that it keeps.
 */
export async function cancelLocked(tx: Tx, { row, reason, now }: CancelLocked): Promise<appointments.AppointmentRow> {
  const { refundPercentNow } = cancellationTerms({ ...row, now })
  const appointmentId = row.id
  await recordCancellation(tx, { appointmentId, by: 'patient', reason, refundPercent: refundPercentNow, now })
  if (row.isPaid && refundPercentNow < 100) await chargeCommission(tx, { appointmentIds: [appointmentId], now })
  return appointments.requireAppointment(tx, { appointmentId })
}

export async function releaseHold(platform: Platform, { caller }: { caller: Caller }): Promise<boolean> {
  const holders = holdersOf(caller)
  return holders.length > 0 && deleteHolds(platform.db, { holders })
}
