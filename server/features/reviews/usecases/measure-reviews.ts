import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { refusalOfReported, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type {
  OneReportMeasure,
  QueueFilter,
  QueuePage,
  ReportMeasure,
  UndoneMeasure,
} from '#server/features/moderation/moderation.types.ts'
import { closeReports, reopenReports } from '#server/features/moderation/repository/reports.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type ReviewDecision, reviewMeasureMail } from '../mail/review-measures.ts'
import * as queue from '../repository/review-queue.ts'
import { fail } from '../reviews.errors.ts'
import { updateRatings } from './reviews.ts'

export function listReviewQueue({ db }: Platform, page: QueuePage): Promise<queue.QueuedReview[]> {
  return queue.listQueued(db, page)
}

export function countReviewQueue({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> {
  return queue.countQueued(db, view)
}

/** Applies a measure to each review, in a transaction per review. Every measure closes the review's open reports. */
export async function measureReviews(platform: Platform, { targets, ...input }: ReportMeasure): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'review',
    targets,
    apply: (tx, target) => measureReview(tx, platform, { ...input, ...target }),
  })
}

/** @throws reports.not_found, reports.own, reports.of_staff, reports.removed, moderation.changed */
async function measureReview(tx: Tx, platform: Platform, input: OneReportMeasure): Promise<void> {
  const { id: reviewId, lastMeasureId, actor, measure, reason } = input
  const now = platform.clock.now()
  const review = await lockReview(tx, { reviewId, actor })
  const target = { targetType: 'review', targetId: reviewId } as const
  // Checked first, so that the second of two members of staff learns that the first has decided.
  await requireUnchanged(tx, { ...target, lastMeasureId })
  const refusal = refusalOfReported({ actor, reported: review })
  if (refusal) throw fail(refusal)
  const closed = await closeReports(tx, { kind: 'review', subjectId: reviewId, now })
  if (measure === 'delete') {
    await queue.removeReview(tx, { reviewId, now })
    await updateRatings(tx, review)
  }
  if (measure !== 'approve') await mailAuthor(tx, platform, { review, decision: measure, reason })
  const details = { before: { reports: closed } }
  await recordAction(tx, { ...target, moderatorId: actor.userId, actionType: measure, reason, details, now })
}

/**
 * Locks the centre and undoes a measure on its review: restores the review with its reply, and reopens its reports.
 * @returns the details of the new measure
 * @throws reports.not_found when the author has deleted the account, moderation.not_undoable
 */
export async function undoReviewMeasure(
  tx: Tx,
  platform: Platform,
  { actor, targetId, actionType, details, reason }: UndoneMeasure,
): Promise<Record<string, unknown>> {
  const review = await lockReview(tx, { reviewId: targetId, actor })
  const { reports } = details.before as { reports: string[] }
  if (actionType === 'delete') {
    if (!(await queue.restoreReview(tx, { reviewId: targetId }))) throw fail('reports.not_found')
    await updateRatings(tx, review)
  }
  await reopenReports(tx, { reportIds: reports })
  if (actionType !== 'approve') {
    await mailAuthor(tx, platform, { review, decision: actionType === 'delete' ? 'restore' : 'unwarn', reason })
  }
  return {}
}

/** @throws reports.not_found */
async function lockReview(
  tx: Tx,
  { reviewId, actor }: { reviewId: string; actor: Staff },
): Promise<queue.QueuedReview> {
  const read = () => queue.findQueued(tx, { reviewId, staffId: actor.userId })
  const found = await read()
  if (!found) throw fail('reports.not_found')
  await lockCenter(tx, found)
  const review = await read()
  if (!review) throw fail('reports.not_found')
  return review
}

type Notice = { review: queue.QueuedReview; decision: ReviewDecision; reason: string }

async function mailAuthor(tx: Tx, platform: Platform, { review, decision, reason }: Notice): Promise<void> {
  const { authorId, authorEmail: to, centerName } = review
  if (to === null) return
  const mail = reviewMeasureMail({ decision, centerName, reason, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to, kind: 'reviews.measure', userId: authorId, aboutId: review.id, ...mail })
}

/** Stores the author's only answer to a measure. @throws reviews.not_found, reviews.measure_undone, reviews.already_answered */
export async function answerMeasure(
  platform: Platform,
  { userId, measureId, text }: { userId: string; measureId: string; text: string },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const [measure] = await queue.listMeasuresOfAuthor(tx, { userId, measureId })
    if (!measure) throw fail('reviews.not_found')
    if (measure.isUndone) throw fail('reviews.measure_undone')
    if (!(await queue.insertAnswer(tx, { measureId, userId, text, now }))) throw fail('reviews.already_answered')
  })
}
