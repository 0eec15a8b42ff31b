import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as holds from '../repository/holds.ts'
import { cancellationTerms, isChangeable } from '../rules/lifecycle.ts'
import { notifyChange } from './notify-change.ts'

type Cancel = { asker: Asker; appointmentId: string; reason?: string | undefined }

/** The patient gives the time back, until it begins. Repeating it changes nothing. */
export async function cancelAppointment(
  platform: Platform,
  { asker, appointmentId, reason }: Cancel,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    if (!row || !isPatientOf(asker, row)) throw fail('appointments.not_found')
    if (row.status === 'cancelled') return row
    if (!isChangeable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
    return cancelLocked(tx, { platform, row, reason: reason || null, tell: 'both', now })
  })
}

type CancelLocked = {
  platform: Platform
  row: appointments.AppointmentRow
  reason: string | null
  tell: 'both' | 'center'
  now: Date
}

/** Cancels on the patient's side, with the terms that hold now, what the caller's transaction has locked and may still be changed. */
export async function cancelLocked(
  tx: Tx,
  { platform, row, reason, tell, now }: CancelLocked,
): Promise<appointments.AppointmentRow> {
  const { refundPercentNow } = cancellationTerms({ ...row, now })
  const appointmentId = row.id
  await changes.setCancelled(tx, { appointmentId, by: 'patient', reason, refundPercent: refundPercentNow, now })
  const cancelled = await appointments.requireAppointment(tx, { appointmentId })
  await notifyChange(tx, { platform, appointment: cancelled, before: row, event: 'cancelled', tell })
  return cancelled
}

/** Lets a held time go before its ten minutes are over. */
export async function releaseHold(platform: Platform, { asker }: { asker: Asker }): Promise<boolean> {
  const holders = holdersOf(asker)
  return holders.length > 0 && holds.deleteHolds(platform.db, { holders })
}
