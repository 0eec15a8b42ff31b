import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { PatientScope } from './appointments.ts'

/** Whether the centre, or staff who suspended it, have cancelled another appointment that the patient booked, after the instant `since`. */
export async function hasCancelledAnother(
  tx: Tx,
  {
    patientId,
    centerId,
    since,
    exceptAppointment,
  }: PatientScope & { centerId: string; exceptAppointment: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('appointments')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('cancelled'))
    .where('cancelled_by', 'in', ['center', 'staff'])
    .where('booked_by', '=', 'patient')
    .where('cancelled_at', '>=', since)
    .where('id', '!=', exceptAppointment)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
