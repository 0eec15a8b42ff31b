import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Updates the centre's list of services, which search reads, to what its active professionals offer. The caller has
 * locked the centre, and changed its professionals or services in the same transaction.
 */
export async function refreshOfferedServices(
  tx: Tx,
  { centerId, now }: { centerId: string; now: Date },
): Promise<void> {
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

/** Stores the average and the number of the centre's reviews. The caller has locked the centre. */
export async function setCenterRating(
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
