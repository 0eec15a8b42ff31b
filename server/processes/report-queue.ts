import type { z } from 'zod'
import { maxCountedRows, type ObjectionKind, type QueueView, type ReportKind } from '#contract/report-kinds.ts'
import type { queueItem } from '#contract/reports.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { objections, type QueuedObjection } from '#server/features/appointments/usecases/act-on-objections.ts'
import {
  countMessageQueue,
  listMessageQueue,
  messageActions,
  type QueuedMessage,
} from '#server/features/conversations/usecases/act-on-messages.ts'
import { mayRestore, queueAbilities, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type { QueueFilter, QueuePage } from '#server/features/moderation/moderation.types.ts'
import { presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { actOnEach, type StaffAction, type Targets } from '#server/features/moderation/usecases/staff-actions.ts'
import type { QueuedReview } from '#server/features/reviews/repository/review-queue.ts'
import { countReviewQueue, listReviewQueue, reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'

const pageSize = 60

export const reportQueueRoutes = {
  reports: {
    list: api.reports.list.handler(async ({ input, context }) => {
      const { view, text, limit = pageSize, cursor } = input
      const actor = requireActor(context)
      const after = readCursor(cursor)
      const filters = { view, text: text || undefined }
      const [rows, count] = await Promise.all([
        listQueue(context.platform, { ...filters, staffId: actor.userId, limit: limit + 1, after }),
        countQueue(context.platform, filters),
      ])
      const page = pageOf(rows, {
        limit,
        cursorOf: (row) => writeCursor({ at: keyOf(row, { view }), id: row.id }),
        present: (row) => presentQueued(row, { actor }),
      })
      return { ...page, count }
    }),

    approve: api.reports.approve.handler(({ input, context }) => act(context, 'approve', input)),
    delete: api.reports.delete.handler(({ input, context }) => act(context, 'delete', input)),
    warn: api.reports.warn.handler(({ input, context }) => act(context, 'warn', input)),
  },
}

type Input = Omit<Targets, 'actor'> & { kind: ReportKind }

async function act(context: RequestContext, action: keyof z.input<typeof queueItem>['can'], { kind, ...input }: Input) {
  const actor = requireActor(context)
  return presentOutcomes(await actOnEach(context.platform, reportedKinds[kind].actions[action], { ...input, actor }))
}

/** What a noun with reportable rows registers. `list` returns them in the order of the view, by the instant of keyOf(). */
type ReportedKind<Row> = {
  list(platform: Platform, page: QueuePage): Promise<Row[]>
  /** The number of rows in a view, at most `limit` + 1. */
  count(platform: Platform, view: QueueFilter & { limit: number }): Promise<number>
  actions: Record<keyof z.input<typeof queueItem>['can'], StaffAction<object, unknown>>
}

type Rows = { review: QueuedReview; message: QueuedMessage } & Record<ObjectionKind, QueuedObjection>

export const reportedKinds: { [Kind in ReportKind]: ReportedKind<Rows[Kind]> } = {
  review: { list: listReviewQueue, count: countReviewQueue, actions: reviewActions },
  message: { list: listMessageQueue, count: countMessageQueue, actions: messageActions },
  no_show: objections('no_show'),
  cancellation: objections('cancellation'),
  early_visit: objections('early_visit'),
  invented_visit: objections('invented_visit'),
  refund: objections('refund'),
  undone_payment: objections('undone_payment'),
}

type Queued = { [Kind in ReportKind]: Rows[Kind] & { kind: Kind } }[ReportKind]

function keyOf({ waitingSince, createdAt, removedAt }: Queued, { view }: { view: QueueView }): Date {
  if (view === 'reported') return waitingSince ?? createdAt
  return view === 'removed' ? (removedAt ?? createdAt) : createdAt
}

/** The number of rows of a view over all kinds, at most `maxCountedRows` + 1. */
async function countQueue(platform: Platform, view: QueueFilter): Promise<number> {
  const counts = await Promise.all(
    Object.values(reportedKinds).map(({ count }) => count(platform, { ...view, limit: maxCountedRows })),
  )
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    maxCountedRows + 1,
  )
}

export async function listQueue(platform: Platform, page: QueuePage): Promise<Queued[]> {
  const [reviews, messages, noShows, cancellations, earlyVisits, inventedVisits, refunds, undonePayments] =
    await Promise.all([
      reportedKinds.review.list(platform, page),
      reportedKinds.message.list(platform, page),
      reportedKinds.no_show.list(platform, page),
      reportedKinds.cancellation.list(platform, page),
      reportedKinds.early_visit.list(platform, page),
      reportedKinds.invented_visit.list(platform, page),
      reportedKinds.refund.list(platform, page),
      reportedKinds.undone_payment.list(platform, page),
    ])
  const rows: Queued[] = [
    ...reviews.map((row) => ({ ...row, kind: 'review' as const })),
    ...messages.map((row) => ({ ...row, kind: 'message' as const })),
    ...noShows.map((row) => ({ ...row, kind: 'no_show' as const })),
    ...cancellations.map((row) => ({ ...row, kind: 'cancellation' as const })),
    ...earlyVisits.map((row) => ({ ...row, kind: 'early_visit' as const })),
    ...inventedVisits.map((row) => ({ ...row, kind: 'invented_visit' as const })),
    ...refunds.map((row) => ({ ...row, kind: 'refund' as const })),
    ...undonePayments.map((row) => ({ ...row, kind: 'undone_payment' as const })),
  ]
  const sign = page.view === 'reported' ? 1 : -1
  const timeOf = (row: Queued) => keyOf(row, page).getTime()
  return rows.toSorted((a, b) => sign * (timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))).slice(0, page.limit)
}

function presentQueued(row: Queued, { actor }: { actor: Staff }): z.input<typeof queueItem> {
  const common = {
    id: row.id,
    center: { id: row.centerId, name: row.centerName },
    createdAt: row.createdAt,
    reports: row.reports,
    waitingSince: row.waitingSince,
    removedAt: row.removedAt,
    lastActionId: row.lastActionId,
    undoableRemoval: mayRestore({ actor, reported: row }) ? row.lastActionId : null,
    can: queueAbilities({ actor, reported: row }),
  }
  if (row.kind !== 'review' && row.kind !== 'message') {
    const { kind, authorId, authorName, authorEmail, professionalName, serviceName, ofCenter } = row
    return {
      ...common,
      // What a desk recorded has no text of which its author could be warned.
      can: { ...common.can, warn: false },
      kind,
      author: { id: authorId, name: authorEmail === null ? '' : authorName },
      professionalName,
      serviceName,
      startsAt: row.startsAt,
      markedAt: row.markedAt,
      expectedStartsAt: row.expectedStartsAt,
      undonePayment: row.undonePayment,
      ofCenter,
    }
  }
  const author = {
    id: row.authorId,
    name: row.authorEmail === null ? '' : row.authorName,
    removed: row.authorRemoved,
    warnings: row.authorWarnings,
  }
  if (row.kind === 'message') {
    const { kind, patientName, senderType, content, shared, isAuthorVisitor: isVisitor, authorName } = row
    const sender = { ...author, isVisitor, ...(isVisitor && { name: authorName }) }
    return { ...common, kind, author: sender, patientName, senderType, content, shared }
  }
  const { kind, professionalName, serviceName, rating, comment, reply, repliedAt, answer, answeredAt } = row
  return {
    ...common,
    kind,
    author: { ...author, reviews: row.authorReviews },
    professionalName,
    serviceName,
    rating,
    comment,
    reply: reply !== null && repliedAt ? { text: reply, repliedAt } : null,
    answer: answer !== null && answeredAt ? { text: answer, at: answeredAt } : null,
  }
}
