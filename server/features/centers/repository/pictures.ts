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
