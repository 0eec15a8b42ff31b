import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Updates the centre's list of services, which visitors see and book, to what its active professionals offer: of an approved
 * centre, a regulated service only once staff have approved a licence. The caller has locked the centre.
 */
export async function refreshOfferedServices(
  tx: Tx,
  { centerId, now }: { centerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({
      services: sql<string[]>`listed_services(${centerId})`,
      updated_at: now,
    })
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
