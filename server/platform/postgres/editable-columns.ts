import { type AliasedRawBuilder, sql } from 'kysely'

import { versionOf } from '../version.ts'
import type { DB } from './schema.gen.ts'

/**
 * A column that a form edits: a text, a list of texts, a number, a date or a boolean. `blank`: what it holds once the field is empty or the centre is closed; without it, the value stays. A
 * number or a date that may be empty needs its own value in `RowOf`.
 */
export type EditableColumn<Table extends keyof DB> = { column: keyof DB[Table]; blank?: '' | null }

type Nullable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { blank: null } ? Name : never
}[keyof Columns]

/** The edited fields as they are stored: null where the text is empty. */
export type RowOf<Edit, Columns> = Omit<Edit, Nullable<Columns>> & {
  [Name in Nullable<Columns> & keyof Edit]: string | null
}

/** Columns that a form edits, by their names in the contract, for reading, writing and clearing them. */
export function editableColumns<Edit extends object, Row extends Record<keyof Edit, unknown>>(
  table: string,
  columns: Record<keyof Edit, { column: string; blank?: '' | null }>,
) {
  const entries = Object.entries(columns) as [keyof Edit & string, { column: string; blank?: '' | null }][]
  return {
    selection: entries.map(([name, { column }]) => sql.ref(`${table}.${column}`).as(name)) as unknown as {
      [Name in keyof Row & string]: AliasedRawBuilder<Row[Name], Name>
    }[keyof Row & string][],

    /** The columns to write for an edit; a field that it lacks stays unchanged. */
    values: (edit: { readonly [Name in keyof Edit]?: Edit[Name] | Row[Name] | undefined }) =>
      Object.fromEntries(
        entries.map(([name, { column, blank }]) => [column, edit[name] === '' && blank === null ? null : edit[name]]),
      ),

    blanks: Object.fromEntries(
      entries.flatMap(([, { column, blank }]) => (blank === undefined ? [] : [[column, blank] as const])),
    ),

    /** The version of a row or of an edit. An empty text and a null are the same. */
    version: (fields: { readonly [Name in keyof Edit]: unknown }) =>
      versionOf(Object.fromEntries(entries.map(([name]) => [name, fields[name] ?? '']))),

    /** The row with an empty text for each null, as a form edits it. */
    formValues: <Stored extends Row>(row: Stored) =>
      ({ ...row, ...Object.fromEntries(entries.map(([name]) => [name, row[name] ?? ''])) }) as Stored & Edit,
  }
}
