import { mostCounted, type QueueView, type ReportKind } from '#contract/report-kinds.ts'
import {
  countReviewQueue,
  listReviewQueue,
  measureReviews,
  type QueuedReview,
  type ReviewMeasure,
} from '#server/features/reviews/usecases/measure-reviews.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Staff } from '../moderation.policy.ts'
import type { Outcome } from './record-action.ts'

export type QueuePage = {
  view: QueueView
  text: string | undefined
  staffId: string
  limit: number
  after: Position | undefined
}

type Measures = {
  actor: Staff
  targets: readonly { id: string; lastMeasureId: string | null }[]
  measure: ReviewMeasure
  reason: string
}

/** What a feature whose rows can be reported registers. `list`: in the order of the view, by the instant that keyOf() returns. */
type ReportedKind = {
  list(platform: Platform, page: QueuePage): Promise<QueuedReview[]>
  /** The rows of a view, counted to one more than `limit`. */
  count(platform: Platform, view: Pick<QueuePage, 'view' | 'text' | 'limit'>): Promise<number>
  measure(platform: Platform, input: Measures): Promise<Outcome[]>
}

export const reportedKinds: Record<ReportKind, ReportedKind> = {
  review: { list: listReviewQueue, count: countReviewQueue, measure: measureReviews },
}

export type Queued = QueuedReview & { kind: ReportKind }

/** The instant by which a view is ordered. */
export function keyOf({ waitingSince, createdAt, removedAt }: Queued, { view }: { view: QueueView }): Date {
  if (view === 'reported') return waitingSince ?? createdAt
  return view === 'removed' ? (removedAt ?? createdAt) : createdAt
}

/** The number of rows of a view over all kinds, at most `mostCounted` + 1. */
export async function countQueue(platform: Platform, view: Pick<QueuePage, 'view' | 'text'>): Promise<number> {
  const counts = await Promise.all(
    Object.values(reportedKinds).map(({ count }) => count(platform, { ...view, limit: mostCounted })),
  )
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    mostCounted + 1,
  )
}

/** A page of the queue, over all kinds. */
export async function listQueue(platform: Platform, page: QueuePage): Promise<Queued[]> {
  const kinds = Object.entries(reportedKinds) as [ReportKind, ReportedKind][]
  const lists = await Promise.all(
    kinds.map(async ([kind, { list }]) => (await list(platform, page)).map((row) => ({ ...row, kind }))),
  )
  const sign = page.view === 'reported' ? 1 : -1
  const timeOf = (row: Queued) => keyOf(row, page).getTime()
  return lists
    .flat()
    .toSorted((a, b) => sign * (timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1)))
    .slice(0, page.limit)
}
