import { zone } from '#contract/calendar.ts'
import type { CheckType } from '#contract/check-types.ts'
import { expiryWarningDays } from '#contract/compliance.ts'
import { failField } from '#contract/errors.ts'
import type { DocumentList, DocumentOrder } from '#contract/record-statuses.ts'
import { pageOf, readCursor, readDayCursor, writeCursor, writeDayCursor } from '#server/platform/cursor.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as reviews from '../repository/document-reviews.ts'
import { documentAbilities } from '../rules/documents.ts'

const pageSize = 50

/** The list of open documents: first what staff can review now, then what its centre has to upload again, or for the first time. */
const openLists = ['pending', 'returned', 'missing'] as const satisfies readonly reviews.QueueList[]

type Page = {
  staffId: string
  list: DocumentList
  text?: string | undefined
  type?: CheckType | undefined
  order?: DocumentOrder | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of one of staff's lists of documents. @throws request.invalid for a malformed cursor */
export async function listDocuments({ db, clock }: Platform, input: Page) {
  const { staffId, list, text, type, order = 'oldest', limit = pageSize } = input
  const lastDay = lastWarnedDay(clock)
  const filters = { staffId, lastDay, text: text || undefined, type, order }
  const lists = list === 'open' ? openLists : [list]
  const { first, cursor } = list === 'open' ? readOpenCursor(input.cursor) : { first: 0, cursor: input.cursor }
  let after = order === 'expiry' ? afterDay(cursor) : afterInstant(cursor)
  const rows: { row: Awaited<ReturnType<typeof reviews.listQueue>>[number]; part: number }[] = []
  for (const [part, each] of lists.entries()) {
    if (part < first || rows.length > limit) continue
    const found = await reviews.listQueue(db, { ...filters, list: each, limit: limit + 1 - rows.length, after })
    rows.push(...found.map((row) => ({ row, part })))
    after = undefined
  }
  return pageOf(rows, {
    limit,
    cursorOf: ({ row: { createdAt, expiryDate, id }, part }) => {
      const last = order === 'expiry' ? writeDayCursor({ day: expiryDate, id }) : writeCursor({ at: createdAt, id })
      return list === 'open' ? `${part}${last}` : last
    },
    present: ({ row: { isOwn, ...row } }) => ({
      ...row,
      lapsesSoon: lapsesBy(row, lastDay),
      can: documentAbilities({ ...row, isOwn }),
    }),
  })
}

/** The place of the list of the last row among `openLists` stands before its position. */
function readOpenCursor(cursor: string | undefined): { first: number; cursor: string | undefined } {
  if (cursor === undefined) return { first: 0, cursor }
  const first = ['0', '1', '2'].indexOf(cursor.slice(0, 1))
  if (first < 0) throw failField('cursor', 'No es un cursor de esta lista.')
  return { first, cursor: cursor.slice(1) }
}

function afterInstant(cursor: string | undefined): reviews.QueuePosition | undefined {
  const position = readCursor(cursor)
  return position && { key: position.at, id: position.id }
}

function afterDay(cursor: string | undefined): reviews.QueuePosition | undefined {
  const position = readDayCursor(cursor)
  return position && { key: position.day ?? 'infinity', id: position.id }
}

/** The last day of a document that lapses soon. */
export const lastWarnedDay = (clock: Platform['clock']) =>
  addDays({ day: localDay({ instant: clock.now(), zone }), days: expiryWarningDays })

export function lapsesBy(
  { status, expiryDate }: { status: string; expiryDate: string | null },
  lastDay: string,
): boolean {
  return status === 'approved' && expiryDate !== null && expiryDate <= lastDay
}
