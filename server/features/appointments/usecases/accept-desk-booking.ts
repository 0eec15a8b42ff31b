import { isEmailVerified } from '#server/features/auth/usecases/is-email-verified.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import { isAcceptable } from '../rules/lifecycle.ts'

type Accept = { asker: Asker & { userId: string }; appointmentId: string }

/**
 * The patient says, before it begins, that an appointment entered by the desk is theirs. Only with a verified address: the
 * mail about the appointment went there. Repeating it changes nothing.
 */
export async function acceptDeskBooking(
  platform: Platform,
  { asker, appointmentId }: Accept,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    if (!row || !isPatientOf(asker, row)) throw fail('appointments.not_found')
    if (row.acceptedAt !== null) return row
    if (!isAcceptable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
    if (!(await isEmailVerified(tx, { userId: asker.userId }))) throw fail('appointments.email_unverified')
    await changes.setConfirmedByCenter(tx, { appointmentId, now })
    return appointments.requireAppointment(tx, { appointmentId })
  })
}
