import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { shownColumns } from './checkouts.ts'

/** All checkouts of a patient, oldest first. */
export async function listAllOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('checkouts')
    .innerJoin('center_profiles', 'center_profiles.id', 'checkouts.center_id')
    .innerJoin('professionals', 'professionals.id', 'checkouts.professional_id')
    .where('checkouts.patient_id', '=', patientId)
    .orderBy('checkouts.created_at')
    .orderBy('checkouts.id')
    .select([...shownColumns, 'checkouts.currency'])
    .execute()
}
