import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** Updates the centre's list of services to what its active professionals offer. */
export async function refreshServices(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({
      services: sql<string[]>`array(
        select distinct service_type from services
        join professionals on professionals.id = services.professional_id and professionals.is_active
        where services.center_id = ${centerId} and services.is_active
        order by service_type)`,
      updated_at: now,
    })
    .where('id', '=', centerId)
    .execute()
}

export async function setRating(
  tx: Tx,
  { centerId, rating, totalReviews }: { centerId: string; rating: number; totalReviews: number },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({ rating, total_reviews: totalReviews })
    .where('id', '=', centerId)
    .execute()
}

export async function listSpecialties(tx: Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const row = await tx
    .selectFrom('center_profiles')
    .select('specialties')
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
  return row.specialties
}

export async function setSpecialties(
  tx: Tx,
  { specialties, now, centerId }: { centerId: string; specialties: string[]; now: Date },
): Promise<void> {
  await tx.updateTable('center_profiles').set({ specialties, updated_at: now }).where('id', '=', centerId).execute()
}
