import { type RawBuilder, sql } from 'kysely'
import { failField } from '#contract/errors.ts'
import { day } from '#contract/values.ts'

/** The end of a page of a list by time; the next page begins after it. */
export type Position = { at: Date; id: string }

export function writeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** @throws request.invalid for a malformed cursor: starting over would make its client loop for ever. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(-?\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (time && id) return { at: new Date(Number(time)), id }
  throw failField('cursor', 'No es un cursor de esta lista.')
}

/** The last row of a page in a list ordered by day. A row without a day comes after every day. */
export type DayPosition = { day: string | null; id: string }

export function writeDayCursor({ day: last, id }: DayPosition): string {
  return Buffer.from(`${last ?? ''}.${id}`).toString('base64url')
}

/** @throws request.invalid as readCursor() does */
export function readDayCursor(cursor: string | undefined): DayPosition | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, last, id] = /^([\d-]{0,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (id && (last === '' || day.safeParse(last).success)) return { day: last || null, id }
  throw failField('cursor', 'No es un cursor de esta lista.')
}

type Page<Row, Item> = {
  limit: number
  /** The cursor of a page that ends with this row. */
  cursorOf(row: NoInfer<Row>): string
  present(row: NoInfer<Row>): Item
}

/** One page of a list; `rows` has one more than `limit` when another page follows. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit, cursorOf, present }: Page<Row, Item>,
): { items: Item[]; nextCursor: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => present(row)),
    nextCursor: last === undefined ? null : cursorOf(last),
  }
}

/** `where` of a list that is ordered by `at` descending, then by `id`. */
export function olderThan(input: { at: string; id: string; after: Position | undefined }): RawBuilder<boolean> {
  if (input.after === undefined) return sql<boolean>`true`
  const [at, id] = [sql.ref(input.at), sql.ref(input.id)]
  const position = input.after
  // PostgreSQL can use the index for the first condition.
  return sql<boolean>`${at} <= ${position.at} and (${at} < ${position.at} or ${id} > ${position.id})`
}
