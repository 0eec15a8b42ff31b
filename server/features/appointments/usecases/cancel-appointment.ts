import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { queueAppointmentMails } from '../appointments.mail.ts'
import { type Asker, holdersOf, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as holds from '../repository/holds.ts'
import { cancellationTerms, isChangeable } from '../rules/lifecycle.ts'

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
    const { refundPercentNow } = cancellationTerms({ ...row, now })
    await changes.setCancelled(tx, {
      appointmentId,
      by: 'patient',
      reason: reason || null,
      refundPercent: refundPercentNow,
      now,
    })
    const cancelled = await appointments.requireAppointment(tx, { appointmentId })
    await queueAppointmentMails(tx, { platform, appointment: cancelled, event: 'cancelled' })
    return cancelled
  })
}

/** Lets a held time go before its ten minutes are over. */
export async function releaseHold(platform: Platform, { asker }: { asker: Asker }): Promise<boolean> {
  const holders = holdersOf(asker)
  return holders.length > 0 && holds.deleteHolds(platform.db, { holders })
}
