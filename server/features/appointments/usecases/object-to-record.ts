import { sendReport } from '#server/features/moderation/usecases/write-reports.ts'
import { setObjected } from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import type { Caller } from '../appointments.policy.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { objectionOf } from '../rules/objections.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'
import { notifyDeskOfObjection } from './notify-objection.ts'

type Objection = {
  caller: Caller & { userId: string }
  appointmentId: string
  comment: string
  kind?: 'undone_payment' | 'refund' | undefined
}

const ownWords = {
  no_show: 'Sí fui.',
  cancellation: 'Yo no la cancelé.',
  early_visit: 'No fui a esa hora.',
  invented_visit: 'No fui.',
  refund: 'No me devolvieron nada.',
  undone_payment: 'Sí pagué.',
} as const

/**
 * «Sí fui», «Yo no la cancelé», «No fui a esa hora», «No fui», «No me devolvieron nada» or «Sí pagué»: the patient objects to a no-show,
 * to a cancellation in their name, to a visit before the start that they agreed to, to one for which they never asked, to a refund, or
 * to a payment that was undone, as the desk recorded it, and staff decide. Until then the appointment stays as it is recorded. Idempotent.
 * @throws appointments.not_found, appointments.not_missed, appointments.objection_late, appointments.objection_decided
 */
export async function objectToRecord(
  platform: Platform,
  { caller, appointmentId, comment, ...input }: Objection,
): Promise<AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId })
    const found = objectionOf(row, input.kind)
    if (found === null) throw fail('appointments.not_missed')
    const { kind, objection, objectUntil } = found
    if (objection === 'open') return row
    if (objection === 'rejected') throw fail('appointments.objection_decided')
    if (objectUntil === null || now > objectUntil) throw fail('appointments.objection_late')
    if (kind === 'undone_payment') await setObjected(tx, { appointmentId, now })
    const reason = comment === '' ? ownWords[kind] : comment
    const report = { kind, subjectId: appointmentId, centerId: null, reportedBy: caller.userId } as const
    await sendReport(tx, { ...report, reason, now })
    await notifyDeskOfObjection(tx, { platform, appointment: row, kind })
    return requireAppointment(tx, { appointmentId })
  })
}
