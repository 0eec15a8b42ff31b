import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import type { Caller } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { setAccepted } from '../repository/changes.ts'
import { isAcceptable } from '../rules/lifecycle.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'

type Accept = { caller: Caller & { userId: string }; appointmentId: string }

/**
 * Before the appointment begins, the patient says that a booking by the desk is theirs. This requires a verified address, because
 * the mail about the booking went there. Idempotent.
 */
export async function acceptDeskBooking(
  platform: Platform,
  { caller, appointmentId }: Accept,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const row = await lockOwnAppointment(tx, { caller, appointmentId })
    if (row.acceptedAt !== null) return row
    if (!isAcceptable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
    if (!(await isEmailVerified(tx, { userId: caller.userId }))) throw fail('appointments.email_unverified')
    await setAccepted(tx, { appointmentId, now })
    return appointments.requireAppointment(tx, { appointmentId })
  })
}
