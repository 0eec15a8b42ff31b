import { type RawBuilder, sql } from 'kysely'

/**
 * Whether one professional works at a centre alone. The only place that decides it; what it changes in sentences is in
 * contract/center-words.ts. `center`: the table's name or alias in the query.
 */
export function worksAlone(center: string): RawBuilder<boolean> {
  return sql<boolean>`((select count(*) from professionals own
    where own.center_id = ${sql.ref(`${center}.id`)} and own.is_active) <= 1)`
}
