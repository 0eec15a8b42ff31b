import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { isApproved } from '../centers.policy.ts'
import { type CenterMeasure, measureMail } from '../mail/center.ts'
import * as repository from '../repository/records.ts'
import { approvalOf, type LockedCenter, lockRecord, updateBadge } from './approve-center.ts'

type Targets = {
  moderatorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  measure: CenterMeasure
  reason: string
}

/** Approves centres or revokes their approval, each in its own transaction. */
export async function measureCenters(platform: Platform, { targets, ...input }: Targets): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'center',
    targets,
    apply: (tx, { id, lastMeasureId }) => measureCenter(tx, platform, { ...input, centerId: id, lastMeasureId }),
  })
}

type SingleMeasure = Omit<Targets, 'targets'> & { centerId: string; lastMeasureId: string | null }

/**
 * @throws centers.not_found, centerRecords.own_center, moderation.changed, centerRecords.already_approved,
 * centerRecords.not_approved, and what approvalOf() throws
 */
async function measureCenter(tx: Tx, platform: Platform, input: SingleMeasure): Promise<void> {
  const { centerId, lastMeasureId, measure, moderatorId, reason } = input
  const now = platform.clock.now()
  const center = await lockRecord(tx, { centerId, staffId: moderatorId, now })
  const target = { targetType: 'center', targetId: centerId } as const
  await requireUnchanged(tx, { ...target, lastMeasureId })
  if (measure === 'approve' && isApproved(center)) throw fail('centerRecords.already_approved')
  if (measure === 'revoke' && !center.approvedAt) throw fail('centerRecords.not_approved')
  const after: repository.Approval =
    measure === 'approve'
      ? await approvalOf(tx, { center, now })
      : { approvedAt: null, verified: false, complianceStatus: 'non_compliant' }
  await applyState(tx, platform, { center, after, measure, reason, now })
  await recordAction(tx, {
    ...target,
    moderatorId,
    actionType: measure,
    reason,
    details: { before: stateOf(center) },
    now,
  })
}

type UndoneMeasure = { actor: Staff; targetId: string; details: Record<string, unknown>; reason: string }

/**
 * Restores the approval that a centre had before a measure.
 * @returns the details of the new measure
 */
export async function undoCenterMeasure(
  tx: Tx,
  platform: Platform,
  { actor, targetId, details, reason }: UndoneMeasure,
): Promise<Record<string, unknown>> {
  const now = platform.clock.now()
  const center = await lockRecord(tx, { centerId: targetId, staffId: actor.userId, now })
  const before = details.before as State
  if (before.approvedAt !== null && !center.isOwnerActive) throw fail('centerRecords.owner_blocked')
  const after = { ...before, approvedAt: before.approvedAt === null ? null : new Date(before.approvedAt) }
  await applyState(tx, platform, { center, after, measure: 'undo', reason, now })
  // A document may have expired since the measure.
  await updateBadge(tx, { centerId: targetId, now })
  return { before: stateOf(center) }
}

/** The approval, as the details of a measure store it. */
type State = Omit<repository.Approval, 'approvedAt'> & { approvedAt: string | null }

function stateOf({ approvedAt, verified, complianceStatus }: LockedCenter): State {
  return { approvedAt: approvedAt?.toISOString() ?? null, verified, complianceStatus }
}

type StateChange = {
  center: LockedCenter
  after: repository.Approval
  measure: CenterMeasure | 'undo'
  reason: string
  now: Date
}

async function applyState(
  tx: Tx,
  platform: Platform,
  { center, after, measure, reason, now }: StateChange,
): Promise<void> {
  await repository.setApproval(tx, { centerId: center.id, ...after, now })
  const isApproved = after.approvedAt !== null
  const { publicUrl } = platform.settings
  const mail = measureMail({ centerName: center.name, measure, isApproved, reason, publicUrl })
  await queueMail(tx, { platform, to: center.email, kind: 'centers.measure', aboutId: center.id, ...mail })
}
