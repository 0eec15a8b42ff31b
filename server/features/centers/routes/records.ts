import type { CenterRow, RecordAbilities } from '#contract/center-records.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { presentMeasure, presentOutcomes } from '#server/features/moderation/routes/present-measure.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { pageOf, readCursor, readDayCursor, writeCursor, writeDayCursor } from '#server/platform/cursor.ts'
import { fail } from '../centers.errors.ts'
import { isApproved, recordAbilities } from '../centers.policy.ts'
import type { QueuePosition } from '../repository/document-reviews.ts'
import { findRecord, listRecords } from '../repository/records.ts'
import { listDocumentQueue, listReviewedDocuments } from '../usecases/list-documents.ts'
import { measureCenters } from '../usecases/measure-center.ts'
import { listPublications, readPublication } from '../usecases/read-publication.ts'
import { reviewDocuments } from '../usecases/review-documents.ts'

const shownMeasures = 50

const pageSize = 50

export const centerRecordsRoutes = {
  list: api.centerRecords.list.handler(async ({ input, context }) => {
    const { platform } = context
    const { text, status, order = 'newest', exactFirst, limit = pageSize, cursor } = input
    const now = platform.clock.now()
    const { userId: staffId } = requireActor(context)
    const page = { text: text || undefined, status, order, staffId, now, limit: limit + 1, after: readCursor(cursor) }
    const [exact, listed] = await Promise.all([
      exactFirst && text ? listRecords(platform.db, { ...page, isWhole: true }) : undefined,
      listRecords(platform.db, page),
    ])
    const rows = exact ? [...new Map([...exact, ...listed].map((row) => [row.id, row])).values()] : listed
    // The missing parts of a centre are read only before it is approved.
    const centerIds = rows.filter((row) => !isApproved(row)).map(({ id }) => id)
    const publications = await listPublications(platform.db, { centerIds, now })
    const rowsWithAbilities = rows.map((row) => ({
      ...row,
      can: recordAbilities({ ...row, publication: publications.get(row.id) }),
    }))
    const { items, nextCursor } = pageOf(rowsWithAbilities.slice(0, limit + 1), {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
      present: presentRow,
    })
    return { items, nextCursor: exact ? null : nextCursor }
  }),

  listDocuments: api.centerRecords.listDocuments.handler(async ({ input, context }) => {
    const { list, text, type, order = 'oldest', limit = pageSize, cursor } = input
    const { userId: staffId } = requireActor(context)
    const after = order === 'expiry' ? afterDay(cursor) : afterInstant(cursor)
    const filters = { staffId, list, text: text || undefined, type, order }
    const rows = await listDocumentQueue(context.platform, { ...filters, limit: limit + 1, after })
    return pageOf(rows, {
      limit,
      cursorOf: ({ createdAt, expiryDate, id }) =>
        order === 'expiry' ? writeDayCursor({ day: expiryDate, id }) : writeCursor({ at: createdAt, id }),
      present: ({ createdAt, checkedAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        checkedAt: checkedAt?.toISOString() ?? null,
      }),
    })
  }),

  get: api.centerRecords.get.handler(async ({ input: { centerId }, context }) => {
    const { db, clock } = context.platform
    const now = clock.now()
    const actor = requireActor(context)
    const staffId = actor.userId
    const record = await findRecord(db, { centerId, staffId, now })
    if (!record) throw fail('centers.not_found')
    const [publication, documents, measures] = await Promise.all([
      readPublication(db, { centerId, now }),
      listReviewedDocuments(db, { centerId, staffId }),
      listActionsOf(context.platform, { targetType: 'center', targetId: centerId, limit: shownMeasures }),
    ])
    const { approvedAt, ...center } = record
    return {
      ...center,
      approvedAt: approvedAt?.toISOString() ?? null,
      publication,
      documents: documents.map(({ checkedAt, createdAt, ...document }) => ({
        ...document,
        checkedAt: checkedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      })),
      measures: measures.map((measure) => presentMeasure(measure, { actor })),
      can: recordAbilities({ ...record, publication }),
    }
  }),

  approve: api.centerRecords.approve.handler(async ({ input, context }) => {
    const { userId: moderatorId } = requireActor(context)
    return presentOutcomes(await measureCenters(context.platform, { ...input, moderatorId, measure: 'approve' }))
  }),

  revoke: api.centerRecords.revoke.handler(async ({ input, context }) => {
    const { userId: moderatorId } = requireActor(context)
    return presentOutcomes(await measureCenters(context.platform, { ...input, moderatorId, measure: 'revoke' }))
  }),

  approveDocuments: api.centerRecords.approveDocuments.handler(async ({ input, context }) => {
    const { expiryDate, ...review } = input
    const { userId: moderatorId } = requireActor(context)
    const measure = { type: 'approve', expiryDate } as const
    return presentOutcomes(await reviewDocuments(context.platform, { ...review, moderatorId, measure }))
  }),

  requestDocuments: api.centerRecords.requestDocuments.handler(async ({ input, context }) => {
    const { userId: moderatorId } = requireActor(context)
    const measure = { type: 'request' } as const
    return presentOutcomes(await reviewDocuments(context.platform, { ...input, moderatorId, measure }))
  }),

  rejectDocuments: api.centerRecords.rejectDocuments.handler(async ({ input, context }) => {
    const { userId: moderatorId } = requireActor(context)
    const measure = { type: 'reject' } as const
    return presentOutcomes(await reviewDocuments(context.platform, { ...input, moderatorId, measure }))
  }),
}

type ListedRow = Awaited<ReturnType<typeof listRecords>>[number]

function presentRow({ createdAt, approvedAt, ...row }: ListedRow & { can: RecordAbilities }): CenterRow {
  return { ...row, isApproved: approvedAt !== null, createdAt: createdAt.toISOString() }
}

function afterInstant(cursor: string | undefined): QueuePosition | undefined {
  const position = readCursor(cursor)
  return position && { key: position.at, id: position.id }
}

function afterDay(cursor: string | undefined): QueuePosition | undefined {
  const position = readDayCursor(cursor)
  return position && { key: position.day ?? 'infinity', id: position.id }
}
