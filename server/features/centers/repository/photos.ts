import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

/** @returns the address of the previous photo; undefined when the centre has no such professional */
export async function setPhotoUrl(
  tx: Tx,
  { professionalId, centerId, url }: { centerId: string; professionalId: string; url: string | null },
): Promise<{ url: string | null } | undefined> {
  const before = await tx
    .selectFrom('professionals')
    .select('photo_url')
    .where('id', '=', professionalId)
    .where('center_id', '=', centerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  await tx.updateTable('professionals').set({ photo_url: url }).where('id', '=', professionalId).execute()
  return { url: before.photo_url }
}

export async function filterPhotoUrls(db: Db, urls: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db.selectFrom('professionals').select('photo_url').where('photo_url', '=', anyOf(urls)).execute()
  return new Set(rows.map((row) => row.photo_url))
}

export async function listPhotoUrls(db: Db | Tx, { centerId }: { centerId: string }): Promise<(string | null)[]> {
  const rows = await db.selectFrom('professionals').select('photo_url').where('center_id', '=', centerId).execute()
  return rows.map((row) => row.photo_url)
}
