import { zone } from '#contract/calendar.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { type ReviewOutcome, reviewMail } from '../mail/documents.ts'
import * as repository from '../repository/document-reviews.ts'
import { documentAbilities } from '../rules/documents.ts'
import { updateBadge } from './approve-center.ts'
import { lockCenterOf } from './lock-center.ts'

type DocumentsReview = {
  moderatorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  /** `expiryDate`: YYYY-MM-DD, or null for a document that does not expire. `request` asks the centre for another document. */
  measure: { type: 'approve'; expiryDate: string | null } | { type: 'reject' } | { type: 'request' }
  reason: string
}

/** Approves documents, rejects them or requests replacements, in a transaction per document. */
export async function reviewDocuments(platform: Platform, { targets, ...input }: DocumentsReview): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'document',
    targets,
    apply: (tx, { id, lastMeasureId }) => reviewDocument(tx, platform, { ...input, checkId: id, lastMeasureId }),
  })
}

type DocumentReview = Omit<DocumentsReview, 'targets'> & { checkId: string; lastMeasureId: string | null }

/** @throws compliance.not_found, centerRecords.own_center, moderation.changed, and the errors of reviewOf() */
async function reviewDocument(tx: Tx, platform: Platform, input: DocumentReview): Promise<void> {
  const { checkId, lastMeasureId, measure, moderatorId, reason } = input
  const now = platform.clock.now()
  const check = await lockCheck(tx, { checkId, staffId: moderatorId })
  const target = { targetType: 'document', targetId: checkId } as const
  await requireUnchanged(tx, { ...target, lastMeasureId })
  await repository.setReview(tx, { checkId, ...reviewOf({ check, measure, reason, moderatorId, now }) })
  await updateBadge(tx, { centerId: check.centerId, now })
  await mailReview(tx, platform, { check, outcome: measure.type, reason })
  const details = { before: stateOf(check) }
  await recordAction(tx, { ...target, moderatorId, actionType: measure.type, reason, details, now })
}

type Check = NonNullable<Awaited<ReturnType<typeof repository.findUploaded>>>
type Decision = Pick<DocumentReview, 'measure' | 'reason' | 'moderatorId'> & { check: Check; now: Date }

/**
 * The review of a document after a measure.
 * @throws centerRecords.reviewed, centerRecords.already_lapsed, centerRecords.requested, centerRecords.replaced
 */
function reviewOf({ check, measure, reason, moderatorId, now }: Decision): repository.Review {
  const can = documentAbilities(check)
  const { status, notes, expiryDate, checkedAt, checkedBy } = check
  if (measure.type === 'request') {
    if (check.requestReason !== null) throw fail('centerRecords.requested')
    if (!can.request) throw fail('centerRecords.replaced')
    return { status, notes, expiryDate, checkedAt, checkedBy, requestedAt: now, requestReason: reason }
  }
  if (!can[measure.type]) throw fail('centerRecords.reviewed')
  const decision = { checkedAt: now, checkedBy: moderatorId, requestedAt: null, requestReason: null }
  if (measure.type === 'reject') return { ...decision, status: 'rejected', notes: reason, expiryDate }
  if (measure.expiryDate !== null && measure.expiryDate < localDay({ instant: now, zone })) {
    throw fail('centerRecords.already_lapsed')
  }
  return { ...decision, status: 'approved', notes: '', expiryDate: measure.expiryDate }
}

type UndoneReview = {
  actor: Staff
  targetId: string
  actionType: string
  details: Record<string, unknown>
  reason: string
}

/**
 * Locks the centre and restores its document's state before a review.
 * @returns the details of the new measure
 * @throws compliance.not_found, moderation.not_undoable for the expiry of a document, centerRecords.replaced
 */
export async function undoReview(
  tx: Tx,
  platform: Platform,
  { actor, targetId, actionType, details, reason }: UndoneReview,
): Promise<Record<string, unknown>> {
  if (actionType === 'expire') throw fail('moderation.not_undoable')
  const check = await lockCheck(tx, { checkId: targetId, staffId: actor.userId })
  const before = details.before as State
  // Only one document of each type waits for a review, and that is now the newer upload.
  if (before.status === 'pending' && check.status !== 'pending' && check.isReplaced) {
    throw fail('centerRecords.replaced')
  }
  const { checkedAt, requestedAt = null, requestReason = null, ...decision } = before
  await repository.setReview(tx, {
    checkId: targetId,
    ...decision,
    checkedAt: dateOf(checkedAt),
    // A newer upload has fulfilled the request.
    ...(check.isReplaced
      ? { requestedAt: null, requestReason: null }
      : { requestedAt: dateOf(requestedAt), requestReason }),
  })
  await updateBadge(tx, { centerId: check.centerId, now: platform.clock.now() })
  await mailReview(tx, platform, { check, outcome: 'undo', reason })
  return { before: stateOf(check) }
}

/** The state as the record stores it. Rows that are older than requests lack their fields. */
type State = Omit<repository.Review, 'checkedAt' | 'requestedAt' | 'requestReason'> & {
  checkedAt: string | null
  requestedAt?: string | null
  requestReason?: string | null
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}

function stateOf({ checkedAt, requestedAt, ...check }: Check): State {
  const { status, notes, expiryDate, checkedBy, requestReason } = check
  const instants = { checkedAt: checkedAt?.toISOString() ?? null, requestedAt: requestedAt?.toISOString() ?? null }
  return { status, notes, expiryDate, checkedBy, requestReason, ...instants }
}

/** @throws compliance.not_found, centerRecords.own_center */
async function lockCheck(tx: Tx, input: { checkId: string; staffId: string }): Promise<Check> {
  const found = await repository.findUploaded(tx, input)
  if (!found || !(await lockCenterOf(tx, { ownerId: found.centerId }))) throw fail('compliance.not_found')
  const check = await repository.findUploaded(tx, input)
  if (!check) throw fail('compliance.not_found')
  if (check.isOwn) throw fail('centerRecords.own_center')
  return check
}

type Notice = { check: Check; outcome: ReviewOutcome; reason: string }

async function mailReview(tx: Tx, platform: Platform, { check, outcome, reason }: Notice): Promise<void> {
  const mail = reviewMail({ document: check, outcome, reason, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: check.email, kind: 'compliance.review', aboutId: check.id, ...mail })
}
