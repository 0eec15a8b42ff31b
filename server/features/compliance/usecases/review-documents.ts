import { zone } from '#contract/calendar.ts'
import { updateBadge } from '#server/features/centers/usecases/approve-center.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
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
import { fail } from '../compliance.errors.ts'
import { type ReviewOutcome, reviewMail } from '../compliance.mail.ts'
import { documentAbilities } from '../compliance.rules.ts'
import * as repository from '../repository/reviews.ts'

type Targets = {
  moderatorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  /** `expiryDate`: YYYY-MM-DD, or null for a document that does not lapse. request: staff ask for another document. */
  measure: { type: 'approve'; expiryDate: string | null } | { type: 'reject' } | { type: 'request' }
  reason: string
}

/** Approves documents, rejects them or asks for others in their place, each in its own transaction. */
export async function reviewDocuments(platform: Platform, { targets, ...input }: Targets): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'document',
    targets,
    apply: (tx, { id, lastMeasureId }) => reviewDocument(tx, platform, { ...input, checkId: id, lastMeasureId }),
  })
}

type OneReview = Omit<Targets, 'targets'> & { checkId: string; lastMeasureId: string | null }

/** @throws compliance.not_found, centerRecords.own_center, moderation.changed, and what reviewOf() throws */
async function reviewDocument(tx: Tx, platform: Platform, input: OneReview): Promise<void> {
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

type Check = NonNullable<Awaited<ReturnType<typeof repository.findReviewed>>>
type Decision = Pick<OneReview, 'measure' | 'reason' | 'moderatorId'> & { check: Check; now: Date }

/**
 * The document after a measure.
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
  const decided = { checkedAt: now, checkedBy: moderatorId, requestedAt: null, requestReason: null }
  if (measure.type === 'reject') return { ...decided, status: 'rejected', notes: reason, expiryDate }
  if (measure.expiryDate !== null && measure.expiryDate < localDay({ instant: now, zone })) {
    throw fail('centerRecords.already_lapsed')
  }
  return { ...decided, status: 'approved', notes: '', expiryDate: measure.expiryDate }
}

type UndoneReview = {
  actor: Staff
  targetId: string
  actionType: string
  details: Record<string, unknown>
  reason: string
}

/**
 * Returns a document to its state before a review, under its centre's lock.
 * @returns the details of the new measure
 * @throws compliance.not_found, moderation.not_undoable for the lapse of a document, centerRecords.replaced
 */
export async function undoReview(
  tx: Tx,
  platform: Platform,
  { actor, targetId, actionType, details, reason }: UndoneReview,
): Promise<Record<string, unknown>> {
  if (actionType === 'expire') throw fail('moderation.not_undoable')
  const check = await lockCheck(tx, { checkId: targetId, staffId: actor.userId })
  const before = details.before as State
  // A newer upload has taken its place in the queue: of each type, one document waits for a review.
  if (before.status === 'pending' && check.status !== 'pending' && check.isReplaced) {
    throw fail('centerRecords.replaced')
  }
  const { checkedAt, requestedAt = null, requestReason = null, ...decided } = before
  await repository.setReview(tx, {
    checkId: targetId,
    ...decided,
    checkedAt: dateOf(checkedAt),
    // The centre has uploaded what a request asked for.
    ...(check.isReplaced
      ? { requestedAt: null, requestReason: null }
      : { requestedAt: dateOf(requestedAt), requestReason }),
  })
  await updateBadge(tx, { centerId: check.centerId, now: platform.clock.now() })
  await mailReview(tx, platform, { check, outcome: 'undo', reason })
  return { before: stateOf(check) }
}

/** As the record stores it; rows from before requests existed lack them. */
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
  const found = await repository.findReviewed(tx, input)
  if (!found || !(await lockCenterOf(tx, { ownerId: found.centerId }))) throw fail('compliance.not_found')
  const check = await repository.findReviewed(tx, input)
  if (!check) throw fail('compliance.not_found')
  if (check.isOwn) throw fail('centerRecords.own_center')
  return check
}

type Mailed = { check: Check; outcome: ReviewOutcome; reason: string }

async function mailReview(tx: Tx, platform: Platform, { check, outcome, reason }: Mailed): Promise<void> {
  const mail = reviewMail({ document: check, outcome, reason, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: check.email, kind: 'compliance.review', ...mail })
}
