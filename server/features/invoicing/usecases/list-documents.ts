import { failField } from '#contract/errors.ts'
import { type FiscalDocument, internalId as internalIdSchema } from '#contract/fiscal-documents.ts'
import { lastDayOf } from '#server/features/payments/rules/months.ts'
import { pageOf } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { fail } from '../invoicing.errors.ts'
import { findDocument, listShown, type ShownDocument } from '../repository/documents.ts'
import { numberVersion } from './record-numbers.ts'

const pageSize = 20

type OfMonth = { centerId: string; month: string; limit?: number | undefined; cursor?: string | undefined }

/** The documents of a month that were created. The caller has checked that the user owns the centre. */
export async function listDocuments(db: Db, { centerId, month, limit = pageSize, cursor }: OfMonth) {
  if (cursor !== undefined && !internalIdSchema.safeParse(cursor).success)
    throw failField('cursor', 'No es un cursor de esta lista.')
  const page = { centerId, from: month, to: lastDayOf(month), after: cursor, limit: limit + 1 }
  return pageOf(await listShown(db, page), { limit, cursorOf: ({ internalId }) => internalId, present })
}

/** @throws invoicing.no_document */
export async function readDocument(db: Db, input: { centerId: string; internalId: string }): Promise<FiscalDocument> {
  const document = await findDocument(db, input)
  if (!document) throw fail('invoicing.no_document')
  return present(document)
}

function present(document: ShownDocument): FiscalDocument {
  const { internalId, day, kind, typeCode, totalCents, series, providerNumber, state } = document
  const version = numberVersion(document)
  return { internalId, day, kind, typeCode, totalCents, series, providerNumber, state, version }
}
