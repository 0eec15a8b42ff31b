import { type AliasedRawBuilder, sql } from 'kysely'

import type { DB } from './schema.gen.ts'

/** `blank`: how a text that is empty is kept, which is also what is left of it once its row is emptied. */
export type EditableColumn<Table extends keyof DB> = { column: keyof DB[Table]; blank?: '' | null }

type Nullable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { blank: null } ? Name : never
}[keyof Columns]

/** What is edited as it is kept: null where nothing was written. */
export type RowOf<Edit, Columns> = Omit<Edit, Nullable<Columns>> & {
  [Name in Nullable<Columns> & keyof Edit]: string | null
}

/** Columns that somebody edits, by their names in the contract, as queries read, write and empty them. */
export function editableColumns<Edit extends object, Row extends Record<keyof Edit, unknown>>(
  table: string,
  columns: Record<keyof Edit, { column: string; blank?: '' | null }>,
) {
  const entries = Object.entries(columns) as [keyof Edit & string, { column: string; blank?: '' | null }][]
  return {
    /** All of them. */
    selection: entries.map(([name, { column }]) => sql.ref(`${table}.${column}`).as(name)) as unknown as {
      [Name in keyof Row & string]: AliasedRawBuilder<Row[Name], Name>
    }[keyof Row & string][],

    /** The columns as an edit leaves them; what it doesn't name stays. */
    values: (edit: { readonly [Name in keyof Edit]?: Edit[Name] | Row[Name] | undefined }) =>
      Object.fromEntries(
        entries.map(([name, { column, blank }]) => [column, edit[name] === '' && blank === null ? null : edit[name]]),
      ),

    /** The texts of a row that stays without them. */
    blanks: Object.fromEntries(
      entries.flatMap(([, { column, blank }]) => (blank === undefined ? [] : [[column, blank] as const])),
    ),

    /** As a form shows it: an empty text where nothing is kept. */
    asEdited: <Kept extends Row>(row: Kept) =>
      ({ ...row, ...Object.fromEntries(entries.map(([name]) => [name, row[name] ?? ''])) }) as Kept & Edit,
  }
}
