import { api, requireActor } from '#server/api/procedures.ts'
import { presentAction, presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import { isApproved, recordAbilities } from '../centers.policy.ts'
import * as checks from '../repository/checks.ts'
import * as reviews from '../repository/document-reviews.ts'
import { findRecord, listRecords } from '../repository/records.ts'
import { documentAbilities } from '../rules/documents.ts'
import { pinPrecisionOf } from '../rules/pins.ts'
import { centerActions } from '../usecases/act-on-centers.ts'
import { lapsesBy, lastWarnedDay, listDocuments } from '../usecases/list-documents.ts'
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
      pinPrecision: pinPrecisionOf(row),
      can: recordAbilities({ ...row, publication: publications.get(row.id) }),
    }))
    const { items, nextCursor } = pageOf(shown.slice(0, limit + 1), {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
    })
    return { items, nextCursor: exact ? null : nextCursor }
  }),

  listDocuments: api.centerRecords.listDocuments.handler(({ input, context }) =>
    listDocuments(context.platform, { ...input, staffId: requireActor(context).userId }),
  ),

  get: api.centerRecords.get.handler(async ({ input: { centerId }, context }) => {
    const { db, clock } = context.platform
    const now = clock.now()
    const actor = requireActor(context)
    const staffId = actor.userId
    const record = await findRecord(db, { centerId, staffId, now })
    if (!record) throw fail('centers.not_found')
    const [publication, documents, ofCenter, ofAccount] = await Promise.all([
      readPublication(db, { centerId, now }),
      listReviewedDocuments(context.platform, { centerId, staffId }),
      listActionsOf(context.platform, { targetType: 'center', targetId: centerId, limit: shownActions }),
      // The account that directs it, which has its id: suspending a centre is suspending the account.
      listActionsOf(context.platform, { targetType: 'user', targetId: centerId, limit: shownActions }),
    ])
    const actions = [...ofCenter, ...ofAccount].sort((a, b) => b.sequence - a.sequence).slice(0, shownActions)
    return {
      ...record,
      pinPrecision: pinPrecisionOf(record),
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

/** The documents of a centre as staff see them, newest first. */
async function listReviewedDocuments({ db, clock }: Platform, input: { centerId: string; staffId: string }) {
  const [rows, facts] = await Promise.all([checks.listChecks(db, input), reviews.listReviewFacts(db, input)])
  const lastDay = lastWarnedDay(clock)
  return rows.map((row) => {
    const { lastActionId = null, isReplaced = false, isOwn = false, registrations = [] } = facts.get(row.id) ?? {}
    return {
      ...row,
      lapsesSoon: lapsesBy(row, lastDay),
      isReplaced,
      lastActionId,
      registrations,
      can: documentAbilities({ ...row, isReplaced, isOwn }),
    }
  })
}
