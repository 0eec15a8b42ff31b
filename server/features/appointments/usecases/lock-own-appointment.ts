import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { lockForChange } from '../repository/locks.ts'

/** Locks one of the caller's own appointments, for a change by the patient. @throws appointments.not_found */
export async function lockOwnAppointment(
  tx: Tx,
  { caller, appointmentId }: { caller: Caller & { userId: string }; appointmentId: string },
): Promise<appointments.AppointmentRow> {
  await lockForChange(tx, { patientIds: [caller.userId], appointmentIds: [appointmentId] })
  const row = await appointments.findAppointment(tx, { appointmentId })
  if (!row || !isPatientOf(caller, row)) throw fail('appointments.not_found')
  return row
}
