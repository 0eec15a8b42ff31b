import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { refusalOfReported, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type { QueueFilter, QueuePage } from '#server/features/moderation/moderation.types.ts'
import {
  closeReportsOf,
  reopenReportsOf,
  reportResults,
  warnAndCloseReportsOf,
} from '#server/features/moderation/usecases/close-reports.ts'
import { queueWarning, warningThread } from '#server/features/moderation/usecases/queue-warning.ts'
import {
  type ActionTarget,
  type Details,
  defineAction,
  type Run,
} from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as queue from '../repository/review-queue.ts'
import { storeRatings } from '../repository/reviews.ts'
import { fail } from '../reviews.errors.ts'
import { type ReviewDecision, removalForCenter, reviewActionMail, reviewActionText } from '../reviews.mail.ts'

export function listReviewQueue({ db }: Platform, page: QueuePage): Promise<queue.QueuedReview[]> {
  return queue.listQueued(db, page)
}

export function countReviewQueue({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> {
  return queue.countQueued(db, view)
}

const review: ActionTarget<queue.QueuedReview> = {
  type: 'review',
  lock: (tx, { targetId, actor }) => lockReview(tx, { reviewId: targetId, actor }),
}

/** @throws reports.own, reports.of_staff, reports.removed */
function check(_tx: Tx, { actor, row }: Run<queue.QueuedReview>): void {
  const refusal = refusalOfReported({ actor, reported: row })
  if (refusal) throw fail(refusal)
}

/** What staff do with reviews. Each closes the review's open reports, and its undo opens them again. */
export const reviewActions = {
  approve: defineAction({
    target: review,
    type: 'approve',
    check,
    apply: closeReportsOf('review'),
    mail: 'none',
    bell: (_tx, run, { closed }) => bellOfReporters(run, { closed, action: 'approve' }),
    undo: { apply: reopenReportsOf, mail: 'none', bell: 'none' },
  }),

  delete: defineAction({
    target: review,
    type: 'delete',
    check,
    async apply(tx, run) {
      const closed = await closeReportsOf('review')(tx, run)
      await queue.removeReview(tx, { reviewId: run.targetId, now: run.now })
      await storeRatings(tx, run.row)
      return closed
    },
    mail: (tx, run) => mailAuthor(tx, run, 'delete'),
    bell: (_tx, run, { closed }) => [
      ...bellOfAuthor(run, 'delete'),
      ...bellOfCenter(run, 'delete'),
      ...bellOfReporters(run, { closed, action: 'delete' }),
    ],
    undo: {
      /** Restores the review with its reply. @throws reports.not_found when the author has deleted the account */
      async apply(tx, run) {
        if (!(await queue.restoreReview(tx, { reviewId: run.targetId }))) throw fail('reports.not_found')
        await storeRatings(tx, run.row)
        return reopenReportsOf(tx, run)
      },
      mail: (tx, run) => mailAuthor(tx, run, 'restore'),
      bell: (_tx, run) => [...bellOfAuthor(run, 'restore'), ...bellOfCenter(run, 'restore')],
    },
  }),

  warn: defineAction({
    target: review,
    type: 'warn',
    check,
    apply: warnAndCloseReportsOf('review'),
    mail: (tx, run) => queueWarning(tx, warningMail(run, 'warn')),
    bell: (_tx, run, { closed, details }) => [
      ...bellOfAuthor({ ...run, details }, 'warn'),
      ...bellOfReporters(run, { closed, action: 'warn' }),
    ],
    undo: {
      apply: reopenReportsOf,
      async mail(tx, run) {
        const mail = warningMail(run, 'unwarn')
        if (mail) await queueMail(tx, mail)
      },
      bell: (_tx, run) => bellOfAuthor(run, 'unwarn'),
    },
  }),
}

type Reviewed = Run<queue.QueuedReview>

/** Empty when the author has deleted the account. A removal and its undo are one thread. */
function bellOfAuthor(
  { row, reason, details = {} }: Reviewed & { details?: Details },
  decision: ReviewDecision,
): NewNotification[] {
  const { id, authorId, authorEmail, centerName } = row
  if (authorEmail === null) return []
  const { subject: title, text: message } = reviewActionText({ decision, centerName, reason })
  const content = { to: { userId: authorId }, title, message, href: '/dashboard?tab=history', about: null }
  return decision === 'warn' || decision === 'unwarn'
    ? [{ ...content, event: 'reviews.warning', thread: warningThread(details, { subject: `review ${id}` }) }]
    : [{ ...content, event: 'reviews.measure', about: { subject: 'review', id } }]
}

/** The owner, the reception and the professional whom the review is about. */
function bellOfCenter({ row, reason }: Reviewed, decision: 'delete' | 'restore'): NewNotification[] {
  const { id, centerId, professionalId, professionalName } = row
  const about = { subject: 'review', id } as const
  const content = removalForCenter({ decision, professionalName, reason })
  return [
    {
      event: 'reviews.measure',
      to: { centerId, professionalId },
      about,
      href: centerPage(centerId, 'opiniones'),
      ...content,
    },
  ]
}

function bellOfReporters(
  run: Reviewed,
  result: Pick<Parameters<typeof reportResults>[1], 'closed' | 'action'>,
): NewNotification[] {
  const { centerId, centerName } = run.row
  return reportResults(run, {
    ...result,
    reported: `una opinión sobre ${centerName}`,
    hrefOf: (report) => (report.centerId === null ? `/centers/${centerId}` : centerPage(centerId, 'opiniones')),
  })
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

/** Undefined when the author has deleted the account. */
function warningMail({ platform, row, reason }: Run<queue.QueuedReview>, decision: 'warn' | 'unwarn') {
  const { authorId, authorEmail: to, centerName } = row
  if (to === null) return undefined
  const mail = reviewActionMail({ decision, centerName, reason, publicUrl: platform.settings.publicUrl })
  return { platform, to, kind: 'reviews.warning' as const, userId: authorId, ...mail }
}

async function mailAuthor(
  tx: Tx,
  { platform, row, reason }: Run<queue.QueuedReview>,
  decision: Exclude<ReviewDecision, 'warn' | 'unwarn'>,
): Promise<void> {
  const { authorId, authorEmail: to, centerName } = row
  if (to === null) return
  const mail = reviewActionMail({ decision, centerName, reason, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to, kind: 'reviews.measure', userId: authorId, aboutId: row.id, ...mail })
}

/** Stores the author's only answer to an action. @throws reviews.not_found, reviews.action_undone, reviews.already_answered */
export async function answerAction(
  platform: Platform,
  { userId, actionId, text }: { userId: string; actionId: string; text: string },
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const [action] = await queue.listActionsOfAuthor(tx, { userId, actionId })
    if (!action) throw fail('reviews.not_found')
    if (action.isUndone) throw fail('reviews.action_undone')
    if (!(await queue.insertAnswer(tx, { actionId, userId, text, now }))) throw fail('reviews.already_answered')
  })
}
