import { api, withUserId } from '#server/api/procedures.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { documentExports, exportDocuments } from './usecases/export-documents.ts'
import { listDocuments, readDocument } from './usecases/list-documents.ts'
import { recordFile, recordNumber } from './usecases/record-numbers.ts'
import {
  readCenterTaxData,
  readOwnTaxData,
  removeOwnTaxData,
  updateCenterTaxData,
  updateOwnTaxData,
} from './usecases/tax-data.ts'

/** Only the owner reads and writes what a centre's fiscal documents say. */
export const invoicingRoutes = {
  center: api.invoicing.center.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return readCenterTaxData(context.platform.db, input)
  }),

  updateCenter: api.invoicing.updateCenter.handler(async ({ input, context }) => {
    const { centerId, version, ...data } = input
    await updateCenterTaxData(context.platform, withUserId(context, { centerId, version, data }))
    return readCenterTaxData(context.platform.db, { centerId })
  }),

  documents: api.invoicing.documents.handler(async ({ input, context }) => {
    const { userId } = withUserId(context, input)
    await requireOwner(context.platform.db, { ...input, userId })
    await countAttempt(context.platform, { ...documentExports, key: userId })
    return exportDocuments(context.platform, input)
  }),

  listDocuments: api.invoicing.listDocuments.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return listDocuments(context.platform.db, input)
  }),

  recordNumber: api.invoicing.recordNumber.handler(async ({ input, context }) => {
    const owned = withUserId(context, input)
    await requireOwner(context.platform.db, owned)
    await recordNumber(context.platform, owned)
    return readDocument(context.platform.db, input)
  }),

  recordNumbers: api.invoicing.recordNumbers.handler(async ({ input, context }) => {
    const owned = withUserId(context, input)
    await requireOwner(context.platform.db, owned)
    return recordFile(context.platform, owned)
  }),

  own: api.invoicing.own.handler(({ context }) => readOwnTaxData(context.platform.db, withUserId(context, {}))),

  updateOwn: api.invoicing.updateOwn.handler(async ({ input, context }) => {
    const { version, ...data } = input
    const own = withUserId(context, { version, data })
    await updateOwnTaxData(context.platform, own)
    return readOwnTaxData(context.platform.db, own)
  }),

  removeOwn: api.invoicing.removeOwn.handler(async ({ context }) => {
    const own = withUserId(context, {})
    await removeOwnTaxData(context.platform, own)
    return readOwnTaxData(context.platform.db, own)
  }),
}
