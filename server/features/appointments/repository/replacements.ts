import type { Tx } from '#server/platform/postgres/database.ts'

export type Replacement = { id: string; patientId: string; professionalName: string }

/** The completed booking of the desk that replaces this one, unless it is of a guest or of an account that was deleted. */
export async function findCompletedReplacement(
  tx: Tx,
  { appointmentId }: { appointmentId: string },
): Promise<Replacement | undefined> {
  return tx
    .selectFrom('appointments')
    .innerJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .where('replaces_id', '=', appointmentId)
    .where('appointments.status', '=', 'completed')
    .where('profiles.status', '<>', 'deleted')
    .select(['appointments.id', 'profiles.id as patientId', 'professionals.full_name as professionalName'])
    .executeTakeFirst()
}
