import { type RawBuilder, sql } from 'kysely'

/**
 * Whether one person works at a centre alone: it has at most one professional, and no member besides its owner. The only place that
 * decides it; what it changes in sentences is in contract/center-words.ts. `center`: the table's name or alias in the query.
 */
export function worksAlone(center: string): RawBuilder<boolean> {
  const id = sql.ref(`${center}.id`)
  return sql<boolean>`(
    (select count(*) from professionals own where own.center_id = ${id} and own.is_active) <= 1
    and (select count(*) from center_members own where own.center_id = ${id}) <= 1)`
}
