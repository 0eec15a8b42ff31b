import { api, requireActor } from '#server/api/procedures.ts'
import { listDocuments, listLastMeasures } from '#server/features/compliance/usecases/list-documents.ts'
import { reviewDocuments } from '#server/features/compliance/usecases/review-documents.ts'
import { presentMeasure, presentOutcomes } from '#server/features/moderation/routes/present-measure.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { fail } from '../centers.errors.ts'
import { findRecord } from '../repository/records.ts'
import { measureCenters } from '../usecases/measure-center.ts'
import { readPublication } from '../usecases/read-publication.ts'

const shownMeasures = 50

export const centerRecordsRoutes = {
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
    const { isOwnerActive: _, approvedAt, ...center } = record
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
      })),
      measures: measures.map((measure) => presentMeasure(measure, { actor })),
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
