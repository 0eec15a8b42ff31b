import { type RawBuilder, sql } from 'kysely'

/** For a list of any length: `.where('id', '=', anyOf(ids))`. `in` would have a text, and so a prepared statement, per length. */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`
}

/** The opposite of anyOf(): `.where('id', '!=', noneOf(ids))`. */
export function noneOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`all(${values})`
}

/**
 * For a constant list: `.where('status', 'in', literals(occupyingStatuses))`, which the predicate of a partial index must
 * match.
 */
export function literals<Value extends string>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`(${sql.join(values.map((value) => sql.lit(value)))})`
}
