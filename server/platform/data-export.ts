import type { Db, Tx } from './postgres/database.ts'

/**
 * How a value reads on the page; without it, as it stands. A list reads as its values one after the other.
 * In the JSON an instant is ISO text in UTC, and money has its cents and its currency.
 */
export type Format = 'instant' | 'day' | 'yesNo' | 'money' | 'json' | Readonly<Record<string, string>>
type Field = { label: string; as?: Format }

type Part<Fields, Kept> = {
  /** Its key in the JSON, and its anchor on the page. */
  name: string
  title: string
  /** One short line per entry, or a table of its own for each. */
  layout: 'lines' | 'tables'
  /** What each column of an entry is called, in the order of the page. */
  fields: Fields
  /** A list of entries, or one entry, or null. */
  read(db: Db | Tx, input: { userId: string }): Promise<Kept>
}

/** A part of the copy that a person takes along of their data: each feature brings its own, and accounts gathers them. */
export type DataExportPart = Part<Readonly<Record<string, Field>>, unknown>

type EntryOf<Kept> = NonNullable<Kept> extends readonly (infer Entry)[] ? Entry : NonNullable<Kept>

/** Declares a part. A column that is read and has no label does not compile. */
export function dataExportPart<Kept>(part: Part<{ [Key in keyof EntryOf<Kept>]-?: Field }, Kept>) {
  return part
}
