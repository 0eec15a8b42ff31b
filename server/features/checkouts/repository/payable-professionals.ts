import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** A professional whom patients may pay directly: active, at an approved centre. */
export async function findPayableProfessional(db: Db | Tx, { professionalId }: { professionalId: string }) {
  return db
    .selectFrom('professionals')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .where('professionals.id', '=', professionalId)
    .where('professionals.is_active', '=', true)
    .where('center_profiles.approved_at', 'is not', null)
    .select([
      'professionals.id as professionalId',
      'professionals.full_name as professionalName',
      'center_profiles.id as centerId',
      'center_profiles.center_name as centerName',
    ])
    .select(worksAlone('center_profiles').as('worksAlone'))
    .executeTakeFirst()
}
