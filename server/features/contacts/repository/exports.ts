import type { Db, Tx } from '#server/platform/postgres/database.ts'

export async function insertExport(
  db: Db,
  { id, centerId, userId, people, now }: { id: string; centerId: string; userId: string; people: number; now: Date },
): Promise<void> {
  await db
    .insertInto('patient_exports')
    .values({ id, center_id: centerId, exported_by: userId, people, exported_at: now })
    .execute()
}

/** The downloads of the list of patients of a centre, the oldest first. */
export async function listAllExports(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('patient_exports')
    .where('center_id', '=', centerId)
    .orderBy('exported_at')
    .select(['exported_at as exportedAt', 'people'])
    .execute()
}
