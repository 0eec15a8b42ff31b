import { zone } from '#contract/calendar.ts'
import {
  type ActionTarget,
  defineAction,
  type Run,
  type Undo,
} from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { type ReviewOutcome, reviewMail, reviewNotification } from '../mail/documents.ts'
import * as repository from '../repository/document-reviews.ts'
import { centerPage } from '../rules/center-page.ts'
import { documentAbilities } from '../rules/documents.ts'
import { updateBadge } from './approve-center.ts'
import { lockCenterOf } from './lock-center.ts'

/** @throws compliance.not_found, centerRecords.own_center */
const document: ActionTarget<Check> = {
  type: 'document',
  lock: (tx, { targetId, actor }) => lockCheck(tx, { checkId: targetId, staffId: actor.userId }),
}

type Check = NonNullable<Awaited<ReturnType<typeof repository.findUploaded>>>

/** Stores the review of the document, which may give its centre the badge or remove it. */
async function storeReview(tx: Tx, { row, targetId, now }: Run<Check>, review: repository.Review): Promise<void> {
  await repository.setReview(tx, { checkId: targetId, ...review })
  await updateBadge(tx, { centerId: row.centerId, now })
}

const decisionOf = ({ actor, now }: Run<Check>) => ({
  checkedAt: now,
  checkedBy: actor.userId,
  requestedAt: null,
  requestReason: null,
})

async function mailReview(tx: Tx, { platform, row, reason }: Run<Check>, outcome: ReviewOutcome): Promise<void> {
  const mail = reviewMail({ document: row, outcome, reason, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: row.email, kind: 'compliance.review', aboutId: row.id, ...mail })
}

function bellOfReview({ row, reason }: Run<Check>, outcome: ReviewOutcome): NewNotification[] {
  const about = { subject: 'document', id: row.id } as const
  const href = centerPage(row.centerId, 'documentos')
  const content = { href, ...reviewNotification({ document: row, outcome, reason }) }
  return [{ event: 'compliance.review', to: { userId: row.centerId }, about, ...content }]
}

/** Restores the document's state before the action. */
const restoreReview: Undo<Check> = {
  /** @throws centerRecords.replaced */
  async apply(tx, run) {
    const { row } = run
    const before = run.details.before as State
    // Only one document of each type waits for a review, and that is now the newer upload.
    if (before.status === 'pending' && row.status !== 'pending' && row.isReplaced) throw fail('centerRecords.replaced')
    const { checkedAt, requestedAt = null, requestReason = null, ...decision } = before
    await storeReview(tx, run, {
      ...decision,
      checkedAt: dateOf(checkedAt),
      // A newer upload has fulfilled the request.
      ...(row.isReplaced
        ? { requestedAt: null, requestReason: null }
        : { requestedAt: dateOf(requestedAt), requestReason }),
    })
    return { before: stateOf(row) }
  },
  mail: (tx, run) => mailReview(tx, run, 'undo'),
  bell: (_tx, run) => bellOfReview(run, 'undo'),
}

/** What staff do with documents. */
export const documentActions = {
  /** @throws centerRecords.reviewed, centerRecords.already_lapsed */
  approve: defineAction<Check, { expiryDate: string | null }>({
    target: document,
    type: 'approve',
    check(_tx, { row, expiryDate, now }) {
      if (!documentAbilities(row).approve) throw fail('centerRecords.reviewed')
      if (expiryDate !== null && expiryDate < localDay({ instant: now, zone })) {
        throw fail('centerRecords.already_lapsed')
      }
    },
    async apply(tx, run) {
      await storeReview(tx, run, { ...decisionOf(run), status: 'approved', notes: '', expiryDate: run.expiryDate })
      return { details: { before: stateOf(run.row) } }
    },
    mail: (tx, run) => mailReview(tx, run, 'approve'),
    bell: (_tx, run) => bellOfReview(run, 'approve'),
    undo: restoreReview,
  }),

  /** @throws centerRecords.reviewed */
  reject: defineAction({
    target: document,
    type: 'reject',
    check(_tx, { row }) {
      if (!documentAbilities(row).reject) throw fail('centerRecords.reviewed')
    },
    async apply(tx, run) {
      const { expiryDate } = run.row
      await storeReview(tx, run, { ...decisionOf(run), status: 'rejected', notes: run.reason, expiryDate })
      return { details: { before: stateOf(run.row) } }
    },
    mail: (tx, run) => mailReview(tx, run, 'reject'),
    bell: (_tx, run) => bellOfReview(run, 'reject'),
    undo: restoreReview,
  }),

  /** Asks the centre for another document. @throws centerRecords.requested, centerRecords.replaced */
  request: defineAction({
    target: document,
    type: 'request',
    check(_tx, { row }) {
      if (row.requestReason !== null) throw fail('centerRecords.requested')
      if (!documentAbilities(row).request) throw fail('centerRecords.replaced')
    },
    async apply(tx, run) {
      const { status, notes, expiryDate, checkedAt, checkedBy } = run.row
      const request = { requestedAt: run.now, requestReason: run.reason }
      await storeReview(tx, run, { status, notes, expiryDate, checkedAt, checkedBy, ...request })
      return { details: { before: stateOf(run.row) } }
    },
    mail: (tx, run) => mailReview(tx, run, 'request'),
    bell: (_tx, run) => bellOfReview(run, 'request'),
    undo: restoreReview,
  }),
}

/** The state as the record stores it. Rows that are older than requests, or than `wasApproved`, lack their fields. */
type State = Omit<repository.Review, 'checkedAt' | 'requestedAt' | 'requestReason'> & {
  checkedAt: string | null
  requestedAt?: string | null
  requestReason?: string | null
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}

function stateOf({ checkedAt, requestedAt, ...check }: Check): State {
  const { status, notes, expiryDate, checkedBy, requestReason, wasApproved } = check
  const instants = { checkedAt: checkedAt?.toISOString() ?? null, requestedAt: requestedAt?.toISOString() ?? null }
  return { status, notes, expiryDate, checkedBy, requestReason, wasApproved, ...instants }
}

async function lockCheck(tx: Tx, input: { checkId: string; staffId: string }): Promise<Check> {
  const found = await repository.findUploaded(tx, input)
  if (!found || !(await lockCenterOf(tx, { ownerId: found.centerId }))) throw fail('compliance.not_found')
  const check = await repository.findUploaded(tx, input)
  if (!check) throw fail('compliance.not_found')
  if (check.isOwn) throw fail('centerRecords.own_center')
  return check
}
