import { maxCountedRows, type ObjectionKind, type QueueView, type ReportKind } from '#contract/report-kinds.ts'
import { objections, type QueuedObjection } from '#server/features/appointments/usecases/measure-objections.ts'
import {
  countMessageQueue,
  listMessageQueue,
  measureMessages,
  type QueuedMessage,
} from '#server/features/conversations/usecases/measure-messages.ts'
import {
  countReviewQueue,
  listReviewQueue,
  measureReviews,
  type QueuedReview,
} from '#server/features/reviews/usecases/measure-reviews.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { QueueFilter, QueuePage, ReportMeasure } from '../moderation.types.ts'
import type { Outcome } from './record-action.ts'

/** What a feature with reportable rows registers. `list` returns them in the order of the view, by the instant of keyOf(). */
type ReportedKind<Row> = {
  list(platform: Platform, page: QueuePage): Promise<Row[]>
  /** The number of rows in a view, at most `limit` + 1. */
  count(platform: Platform, view: QueueFilter & { limit: number }): Promise<number>
  measure(platform: Platform, input: ReportMeasure): Promise<Outcome[]>
}

type Rows = { review: QueuedReview; message: QueuedMessage } & Record<ObjectionKind, QueuedObjection>

export const reportedKinds: { [Kind in ReportKind]: ReportedKind<Rows[Kind]> } = {
  review: { list: listReviewQueue, count: countReviewQueue, measure: measureReviews },
  message: { list: listMessageQueue, count: countMessageQueue, measure: measureMessages },
  no_show: objections('no_show'),
  cancellation: objections('cancellation'),
  early_visit: objections('early_visit'),
}

export type Queued = { [Kind in ReportKind]: Rows[Kind] & { kind: Kind } }[ReportKind]

/** The instant by which a view is ordered. */
export function keyOf({ waitingSince, createdAt, removedAt }: Queued, { view }: { view: QueueView }): Date {
  if (view === 'reported') return waitingSince ?? createdAt
  return view === 'removed' ? (removedAt ?? createdAt) : createdAt
}

/** The number of rows of a view over all kinds, at most `maxCountedRows` + 1. */
export async function countQueue(platform: Platform, view: QueueFilter): Promise<number> {
  const counts = await Promise.all(
    Object.values(reportedKinds).map(({ count }) => count(platform, { ...view, limit: maxCountedRows })),
  )
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    maxCountedRows + 1,
  )
}

/** A page of the queue, over all kinds. */
export async function listQueue(platform: Platform, page: QueuePage): Promise<Queued[]> {
  const [reviews, messages, noShows, cancellations, earlyVisits] = await Promise.all([
    reportedKinds.review.list(platform, page),
    reportedKinds.message.list(platform, page),
    reportedKinds.no_show.list(platform, page),
    reportedKinds.cancellation.list(platform, page),
    reportedKinds.early_visit.list(platform, page),
  ])
  const rows: Queued[] = [
    ...reviews.map((row) => ({ ...row, kind: 'review' as const })),
    ...messages.map((row) => ({ ...row, kind: 'message' as const })),
    ...noShows.map((row) => ({ ...row, kind: 'no_show' as const })),
    ...cancellations.map((row) => ({ ...row, kind: 'cancellation' as const })),
    ...earlyVisits.map((row) => ({ ...row, kind: 'early_visit' as const })),
  ]
  const sign = page.view === 'reported' ? 1 : -1
  const timeOf = (row: Queued) => keyOf(row, page).getTime()
  return rows.toSorted((a, b) => sign * (timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))).slice(0, page.limit)
}
