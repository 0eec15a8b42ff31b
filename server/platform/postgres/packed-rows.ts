import { type RawBuilder, sql } from 'kysely'

/** ASCII's own separators: of the values of a row, and of rows. */
const valueSeparator = '\u001f'
const rowSeparator = '\u001e'
const separators = `${valueSeparator}${rowSeparator}`

/**
 * An aggregate that returns all rows as one text, which unpackRows() reads: for hundreds of rows, receiving and reading them
 * one by one takes Node three times as long. Each value arrives as PostgreSQL sends it (a boolean as `t` or `f`), and null as an
 * empty text. The rows keep the order of a sorted subquery that they are read from.
 */
export function packRows(columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  // format() writes any type, and null as nothing: casts, coalesce() and concat_ws() take PostgreSQL a third longer.
  const row = sql`format(${sql.lit(columns.map(() => '%s').join(valueSeparator))}, ${sql.join(columns)})`
  return sql<string>`string_agg(${row}, ${sql.lit(rowSeparator)})`
}

/** The rows of several packRows() as one text, null when there are none. */
export function joinPacked(packed: readonly RawBuilder<unknown>[]): RawBuilder<string | null> {
  return sql<string | null>`nullif(concat_ws(${sql.lit(rowSeparator)}, ${sql.join(packed)}), '')`
}

/** A column whose value a user typed, without the separators, which would end the value. */
export function typedText(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(${column}, ${sql.lit(separators)}, '')`
}

/** The values of each row, in the order of the columns. `packed`: null when there were no rows. */
export function unpackRows(packed: string | null): string[][] {
  return packed === null ? [] : packed.split(rowSeparator).map((row) => row.split(valueSeparator))
}
