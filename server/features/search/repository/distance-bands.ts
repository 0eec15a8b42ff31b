import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { chordMeters } from '../rules/distances.ts'
import type { CenterFilter } from '../search.types.ts'
import { chord } from './center-conditions.ts'

/** A walk, a short ride, the same city, a trip. */
const bandMeters = [2_500, 6_000, 15_000, 50_000]

/** How near each centre is: 0 is nearest, 4 is far away or without coordinates. Empty unless the text asks for what is cheap and near. */
export async function mapDistanceBands(
  tx: Tx,
  { filter, centerIds }: { filter: CenterFilter; centerIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (!filter.area?.isNearCheap || centerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; band: number }>`
    select id, coalesce(width_bucket(${chord(filter)}, ${bandMeters.map(chordMeters)}::float8[]), ${bandMeters.length}) as band
    from center_profiles where id = any(${centerIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, band }) => [id, band]))
}
