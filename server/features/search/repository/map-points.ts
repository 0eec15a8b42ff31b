import { sql } from 'kysely'
import type { MapPoint } from '#contract/map.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

type Point = Omit<MapPoint, 'priceCents'>

/** The points of the centres that have coordinates, in no order. */
export async function listPoints(tx: Tx, { centerIds }: { centerIds: readonly string[] }): Promise<Point[]> {
  if (centerIds.length === 0) return []
  const rows = await tx
    .selectFrom('center_profiles')
    .select(['id', 'center_name as name', 'latitude', 'longitude', 'is_pin_exact as isExact'])
    .where((eb) => eb('id', '=', sql<string>`any(${centerIds}::uuid[])`))
    .execute()
  return rows.flatMap(({ latitude, longitude, ...row }) =>
    latitude === null || longitude === null ? [] : [{ ...row, latitude, longitude }],
  )
}
