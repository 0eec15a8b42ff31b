import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

export type CenterPicture = 'logo' | 'cover'
const columns = { logo: 'logo_url', cover: 'cover_url' } as const

/** The caller has locked the centre. @returns the address of the previous picture */
export async function setPictureUrl(
  tx: Tx,
  { kind, centerId, url, now }: { centerId: string; kind: CenterPicture; url: string | null; now: Date },
): Promise<string | null> {
  const column = columns[kind]
  const before = await tx
    .selectFrom('center_profiles')
    .select(`${column} as url`)
    .where('id', '=', centerId)
    .executeTakeFirst()
  await tx
    .updateTable('center_profiles')
    .set({ ...(kind === 'logo' ? { logo_url: url } : { cover_url: url }), updated_at: now })
    .where('id', '=', centerId)
    .execute()
  return before?.url ?? null
}

export async function filterPictureUrls(
  db: Db,
  { kind, urls }: { kind: CenterPicture; urls: readonly string[] },
): Promise<ReadonlySet<string | null>> {
  const column = columns[kind]
  const rows = await db
    .selectFrom('center_profiles')
    .select(`${column} as url`)
    .where(column, '=', anyOf(urls))
    .execute()
  return new Set(rows.map((row) => row.url))
}

export async function listPictureUrls(db: Db | Tx, { centerId }: { centerId: string }): Promise<(string | null)[]> {
  const row = await db
    .selectFrom('center_profiles')
    .select(['logo_url', 'cover_url'])
    .where('id', '=', centerId)
    .executeTakeFirst()
  return row ? [row.logo_url, row.cover_url] : []
}

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

/** The address of each professional's photo, by their ids. Asks nothing for none. */
export async function listPortraits(
  db: Db,
  { professionalIds }: { professionalIds: readonly string[] },
): Promise<ReadonlyMap<string, string | null>> {
  if (professionalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('professionals')
    .select(['id', 'photo_url'])
    .where('id', '=', anyOf(professionalIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row.photo_url]))
}
