import { api, requireActor } from '#server/api/procedures.ts'
import { presentAction, presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { pageOf, readCursor, readDayCursor, writeCursor, writeDayCursor } from '#server/platform/cursor.ts'
import { fail } from '../centers.errors.ts'
import { isApproved, recordAbilities } from '../centers.policy.ts'
import type { QueuePosition } from '../repository/document-reviews.ts'
import { findRecord, listRecords } from '../repository/records.ts'
import { centerActions } from '../usecases/act-on-centers.ts'
import { listDocumentQueue, listReviewedDocuments } from '../usecases/list-documents.ts'
import { listPublications, readPublication } from '../usecases/read-publication.ts'
import { documentActions } from '../usecases/review-documents.ts'

const shownActions = 50

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
    const shown = rows.map((row) => ({
      ...row,
      isApproved: row.approvedAt !== null,
      can: recordAbilities({ ...row, publication: publications.get(row.id) }),
    }))
    const { items, nextCursor } = pageOf(shown.slice(0, limit + 1), {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
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
    })
  }),

  get: api.centerRecords.get.handler(async ({ input: { centerId }, context }) => {
    const { db, clock } = context.platform
    const now = clock.now()
    const actor = requireActor(context)
    const staffId = actor.userId
    const record = await findRecord(db, { centerId, staffId, now })
    if (!record) throw fail('centers.not_found')
    const [publication, documents, actions] = await Promise.all([
      readPublication(db, { centerId, now }),
      listReviewedDocuments(db, { centerId, staffId }),
      listActionsOf(context.platform, { targetType: 'center', targetId: centerId, limit: shownActions }),
    ])
    return {
      ...record,
      publication,
      documents,
      actions: actions.map((action) => presentAction(action, { actor })),
      can: recordAbilities({ ...record, publication }),
    }
  }),

  approve: api.centerRecords.approve.handler(async ({ input, context }) =>
    presentOutcomes(
      await actOnEach(context.platform, centerActions.approve, { ...input, actor: requireActor(context) }),
    ),
  ),

  revoke: api.centerRecords.revoke.handler(async ({ input, context }) =>
    presentOutcomes(
      await actOnEach(context.platform, centerActions.revoke, { ...input, actor: requireActor(context) }),
    ),
  ),

  approveDocuments: api.centerRecords.approveDocuments.handler(async ({ input, context }) =>
    presentOutcomes(
      await actOnEach(context.platform, documentActions.approve, { ...input, actor: requireActor(context) }),
    ),
  ),

  requestDocuments: api.centerRecords.requestDocuments.handler(async ({ input, context }) =>
    presentOutcomes(
      await actOnEach(context.platform, documentActions.request, { ...input, actor: requireActor(context) }),
    ),
  ),

  rejectDocuments: api.centerRecords.rejectDocuments.handler(async ({ input, context }) =>
    presentOutcomes(
      await actOnEach(context.platform, documentActions.reject, { ...input, actor: requireActor(context) }),
    ),
  ),
}

function afterInstant(cursor: string | undefined): QueuePosition | undefined {
  const position = readCursor(cursor)
  return position && { key: position.at, id: position.id }
}

function afterDay(cursor: string | undefined): QueuePosition | undefined {
  const position = readDayCursor(cursor)
  return position && { key: position.day ?? 'infinity', id: position.id }
}
