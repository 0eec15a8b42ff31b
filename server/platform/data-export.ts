import type { KeyRing } from './key-ring.ts'
import type { Db, Tx } from './postgres/database.ts'

/**
 * The format of a value on the page; without one, the value itself. A list is shown as its values one after the other.
 * In the JSON an instant is ISO text in UTC, and money has its cents and its currency.
 */
export type Format = 'instant' | 'day' | 'yesNo' | 'money' | 'json' | Readonly<Record<string, string>>
type Field = { label: string; as?: Format }

type Part<Fields, Data> = {
  /** Its key in the JSON, and its anchor on the page. */
  name: string
  title: string
  /** One short line for each entry, or one table for each. */
  layout: 'lines' | 'tables'
  /** The label of each column, in the order of the page. */
  fields: Fields
  /** A list of entries, or one entry, or null. */
  read(db: Db | Tx, input: { userId: string; recordKeys: KeyRing }): Promise<Data>
}

/** A part of a person's data export: each noun declares its own, and server/processes/export-data.ts assembles them. */
export type DataExportPart = Part<Readonly<Record<string, Field>>, unknown>

type EntryOf<Data> = NonNullable<Data> extends readonly (infer Entry)[] ? Entry : NonNullable<Data>

/** Declares a part. A column that is read and has no label does not compile. */
export function dataExportPart<Data>(part: Part<{ [Key in keyof EntryOf<Data>]-?: Field }, Data>) {
  return part
}
