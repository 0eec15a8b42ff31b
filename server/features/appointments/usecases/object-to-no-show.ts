import { sendReport } from '#server/features/moderation/usecases/write-reports.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import type { Caller } from '../appointments.policy.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { objectionDeadline } from '../rules/lifecycle.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'
import { notifyDeskOfObjection } from './notify-no-show.ts'

type Objection = { caller: Caller & { userId: string }; appointmentId: string; comment: string }

/**
 * «Sí fui»: the patient objects to a no-show, and staff decide. Until then the appointment stays a no-show, without commission,
 * points and review. Idempotent.
 * @throws appointments.not_found, appointments.not_missed, appointments.objection_late, appointments.objection_decided
 */
export async function objectToNoShow(
  platform: Platform,
  { caller, appointmentId, comment }: Objection,
): Promise<AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId })
    if (row.status !== 'no_show') throw fail('appointments.not_missed')
    if (row.objection === 'open') return row
    if (row.objection === 'rejected') throw fail('appointments.objection_decided')
    const deadline = objectionDeadline(row)
    if (deadline === null || now > deadline) throw fail('appointments.objection_late')
    const reason = comment === '' ? 'Sí fui.' : comment
    const report = { kind: 'no_show', subjectId: appointmentId, centerId: null, reportedBy: caller.userId } as const
    await sendReport(tx, { ...report, reason, now })
    await notifyDeskOfObjection(tx, { platform, appointment: row })
    return requireAppointment(tx, { appointmentId })
  })
}
