import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { lockForChange } from '../repository/locks.ts'

/** Locks one of the caller's own appointments, for a change by the patient. @throws appointments.not_found */
export async function lockOwnAppointment(
  tx: Tx,
  {
    caller,
    appointmentId,
    takesTime = false,
  }: {
    caller: Caller & { userId: string }
    appointmentId: string
    /** The change makes the appointment occupy the patient, so it locks the attendee's calendar, too. */
    takesTime?: boolean
  },
): Promise<appointments.AppointmentRow> {
  const known = takesTime ? await appointments.findAppointment(tx, { appointmentId }) : undefined
  const calendarsOf = known && isPatientOf(caller, known) ? [known.attendeeId] : []
  const change = { patientIds: [caller.userId], calendarsOf, keepsCenterOpen: takesTime }
  await lockForChange(tx, { ...change, appointmentIds: [appointmentId] })
  const row = await appointments.findAppointment(tx, { appointmentId })
  if (!row || !isPatientOf(caller, row)) throw fail('appointments.not_found')
  return row
}
