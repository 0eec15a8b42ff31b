import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { failField } from '#contract/errors.ts'
import { day } from '#contract/values.ts'

// A cursor comes back from the client, which may have changed it. Each reader decodes it and validates every part by a schema,
// so that no list passes to PostgreSQL what its types cannot hold.

/** The end of a page of a list by time; the next page begins after it. */
export type Position = { at: Date; id: string }
/** The end of a page of a list by a number, such as an amount. */
export type NumberPosition = { value: number; id: string }
/** The last row of a page in a list ordered by day. A row without a day comes after every day. */
export type DayPosition = { day: string | null; id: string }

const id = z.guid().regex(/^[0-9a-f-]*$/)
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .pipe(z.int())
/** The instants are from 1970 to 9999: beyond, a text of the time is not one that PostgreSQL reads. */
const milliseconds = wholeNumber.pipe(
  z
    .int()
    .min(0)
    .max(Date.UTC(10_000, 0, 1) - 1),
)
const listedDay = z.union([z.literal('').transform(() => null), day.refine((text) => text >= '0001-01-01')])

export function writeCursor({ at, id: last }: Position): string {
  return encode(`${at.getTime()}`, last)
}

/** @throws request.invalid for a malformed cursor: starting over would make its client loop for ever. */
export function readCursor(cursor: string | undefined): Position | undefined {
  const position = decode(cursor, milliseconds)
  return position && { at: new Date(position.first), id: position.id }
}

export function writeNumberCursor({ value, id: last }: NumberPosition): string {
  return encode(`${value}`, last)
}

/** @throws request.invalid as readCursor() does */
export function readNumberCursor(cursor: string | undefined): NumberPosition | undefined {
  const position = decode(cursor, wholeNumber)
  return position && { value: position.first, id: position.id }
}

export function writeDayCursor({ day: last, id: lastId }: DayPosition): string {
  return encode(last ?? '', lastId)
}

/** @throws request.invalid as readCursor() does */
export function readDayCursor(cursor: string | undefined): DayPosition | undefined {
  const position = decode(cursor, listedDay)
  return position && { day: position.first, id: position.id }
}

const encode = (first: string, last: string) => Buffer.from(`${first}.${last}`).toString('base64url')

function decode<First>(cursor: string | undefined, schema: z.ZodType<First>): { first: First; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [first, last, ...rest] = Buffer.from(cursor, 'base64url').toString().split('.')
  const decoded = z.object({ first: schema, id }).safeParse({ first, id: last })
  if (!decoded.success || rest.length > 0) throw failField('cursor', 'No es un cursor de esta lista.')
  return decoded.data
}

type Page<Row, Item> = {
  limit: number
  cursorOf(row: NoInfer<Row>): string
  /** Without it, the rows are the items. */
  present?: (row: Row) => Item
}

/** One page of a list; `rows` has one more than `limit` when another page follows. */
export function pageOf<Row, Item = Row>(
  rows: readonly Row[],
  { limit, cursorOf, present }: Page<NoInfer<Row>, Item>,
): { items: Item[]; nextCursor: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const shown = rows.slice(0, limit)
  return {
    items: present ? shown.map((row) => present(row)) : (shown as unknown[] as Item[]),
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
