import { api, requireActor } from '#server/api/procedures.ts'
import { isReviewable } from '#server/features/compliance/compliance.rules.ts'
import {
  listDocumentQueue,
  listDocuments,
  listLastMeasures,
} from '#server/features/compliance/usecases/list-documents.ts'
import { reviewDocuments } from '#server/features/compliance/usecases/review-documents.ts'
import { presentMeasure, presentOutcomes } from '#server/features/moderation/routes/present-measure.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { fail } from '../centers.errors.ts'
import { recordAbilities } from '../centers.policy.ts'
import { findRecord, listRecords } from '../repository/records.ts'
import { measureCenters } from '../usecases/measure-center.ts'
import { readPublication } from '../usecases/read-publication.ts'

const shownMeasures = 50

const pageSize = 50

export const centerRecordsRoutes = {
  list: api.centerRecords.list.handler(async ({ input, context }) => {
    const { text, status, limit = pageSize, cursor } = input
    const page = { text: text || undefined, status, limit: limit + 1, after: readCursor(cursor) }
    return pageOf(await listRecords(context.platform.db, page), {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
      present: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
    })
  }),

  listDocuments: api.centerRecords.listDocuments.handler(async ({ input, context }) => {
    const { status, limit = pageSize, cursor } = input
    const rows = await listDocumentQueue(context.platform, { status, limit: limit + 1, after: readCursor(cursor) })
    return pageOf(rows, {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
      present: ({ createdAt, checkedAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        checkedAt: checkedAt?.toISOString() ?? null,
        can: { review: isReviewable(row) },
      }),
    })
  }),

  get: api.centerRecords.get.handler(async ({ input: { centerId }, context }) => {
    const { db, clock } = context.platform
    const now = clock.now()
    const record = await findRecord(db, { centerId, now })
    if (!record) throw fail('centers.not_found')
    const [publication, checks, lastMeasures, measures] = await Promise.all([
      readPublication(db, { centerId, now }),
      listDocuments(db, { centerId }),
      listLastMeasures(db, { centerId }),
      listActionsOf(db, { targetType: 'center', targetId: centerId, limit: shownMeasures }),
    ])
    const { isOwnerActive, approvedAt, ...center } = record
    const actor = requireActor(context)
    return {
      ...center,
      approvedAt: approvedAt?.toISOString() ?? null,
      publication,
      documents: checks.map(({ checkedAt, createdAt, ...check }) => ({
        ...check,
        checkedAt: checkedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        lastMeasureId: lastMeasures.get(check.id) ?? null,
        can: { review: isReviewable(check) },
      })),
      measures: measures.map((measure) => presentMeasure(measure, { actor })),
      can: recordAbilities({ isApproved: approvedAt !== null, isOwnerActive, publication }),
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
    const { expiryDate, ...rest } = input
    const { userId: moderatorId } = requireActor(context)
    const measure = { type: 'approve', expiryDate } as const
    return presentOutcomes(await reviewDocuments(context.platform, { ...rest, moderatorId, measure }))
  }),

  rejectDocuments: api.centerRecords.rejectDocuments.handler(async ({ input, context }) => {
    const { userId: moderatorId } = requireActor(context)
    const measure = { type: 'reject' } as const
    return presentOutcomes(await reviewDocuments(context.platform, { ...input, moderatorId, measure }))
  }),
}
