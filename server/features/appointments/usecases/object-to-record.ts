import { sendReport } from '#server/features/moderation/usecases/write-reports.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import type { Caller } from '../appointments.policy.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { objectionDeadline, objectionKind } from '../rules/lifecycle.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'
import { notifyDeskOfObjection } from './notify-objection.ts'

type Objection = { caller: Caller & { userId: string }; appointmentId: string; comment: string }

const ownWords = {
  no_show: 'Sí fui.',
  cancellation: 'Yo no la cancelé.',
  early_visit: 'No fui a esa hora.',
  invented_visit: 'No fui.',
  refund: 'No me devolvieron nada.',
} as const

/**
 * «Sí fui», «Yo no la cancelé», «No fui a esa hora», «No fui» or «No me devolvieron nada»: the patient objects to a no-show, to a
 * cancellation in their name, to a visit before the start that they agreed to, to one for which they never asked, or to a refund, as
 * the desk recorded it, and staff decide. Until then the appointment stays as it is recorded. Idempotent.
 * @throws appointments.not_found, appointments.not_missed, appointments.objection_late, appointments.objection_decided
 */
export async function objectToRecord(
  platform: Platform,
  { caller, appointmentId, comment }: Objection,
): Promise<AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId })
    const kind = objectionKind(row)
    if (kind === null) throw fail('appointments.not_missed')
    if (row.objection === 'open') return row
    if (row.objection === 'rejected') throw fail('appointments.objection_decided')
    const deadline = objectionDeadline(row)
    if (deadline === null || now > deadline) throw fail('appointments.objection_late')
    const reason = comment === '' ? ownWords[kind] : comment
    const report = { kind, subjectId: appointmentId, centerId: null, reportedBy: caller.userId } as const
    await sendReport(tx, { ...report, reason, now })
    await notifyDeskOfObjection(tx, { platform, appointment: row, kind })
    return requireAppointment(tx, { appointmentId })
  })
}
