import {
  type ActionTarget,
  defineAction,
  type Run,
  type Undo,
  type UndoRun,
} from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { isApproved } from '../centers.policy.ts'
import { actionMail, actionNotification, type CenterDecision } from '../mail/center.ts'
import * as repository from '../repository/records.ts'
import { approvalOf, type LockedCenter, lockRecord, updateBadge } from './approve-center.ts'

/** @throws centers.not_found, centerRecords.own_center */
const record: ActionTarget<LockedCenter> = {
  type: 'center',
  lock: (tx, { targetId, actor, now }) => lockRecord(tx, { centerId: targetId, staffId: actor.userId, now }),
}

async function mailOwner(
  tx: Tx,
  { platform, row, reason }: Run<LockedCenter>,
  decision: CenterDecision,
): Promise<void> {
  const mail = actionMail({ decision, reason, center: row, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: row.email, kind: 'centers.measure', aboutId: row.id, ...mail })
}

function bellOfOwner({ row, reason }: Run<LockedCenter>, decision: CenterDecision): NewNotification[] {
  const about = { subject: 'center', id: row.id } as const
  const content = actionNotification({ decision, reason, center: row })
  return [{ event: 'centers.measure', to: { userId: row.id }, about, ...content }]
}

const restoredOrWithdrawn = ({ details }: UndoRun<LockedCenter>): CenterDecision =>
  (details.before as State).approvedAt === null ? 'withdrawn' : 'restored'

/** Restores the approval that the centre had before the action. */
const restoreApproval: Undo<LockedCenter> = {
  /** @throws centerRecords.owner_blocked */
  async apply(tx, { row, details, targetId: centerId, now }) {
    const before = details.before as State
    if (before.approvedAt !== null && !row.isOwnerActive) throw fail('centerRecords.owner_blocked')
    const approvedAt = before.approvedAt === null ? null : new Date(before.approvedAt)
    await repository.setApproval(tx, { centerId, ...before, approvedAt, now })
    // A document may have expired since the action.
    await updateBadge(tx, { centerId, now })
    return { before: stateOf(row) }
  },
  mail: (tx, run) => mailOwner(tx, run, restoredOrWithdrawn(run)),
  bell: (_tx, run) => bellOfOwner(run, restoredOrWithdrawn(run)),
}

/** What staff do with centres. */
export const centerActions = {
  /** @throws centerRecords.already_approved, and what approvalOf() throws */
  approve: defineAction({
    target: record,
    type: 'approve',
    check(_tx, { row }) {
      if (isApproved(row)) throw fail('centerRecords.already_approved')
    },
    async apply(tx, { row, targetId: centerId, now }) {
      await repository.setApproval(tx, { centerId, ...(await approvalOf(tx, { center: row, now })), now })
      return { details: { before: stateOf(row) } }
    },
    mail: (tx, run) => mailOwner(tx, run, 'approve'),
    bell: (_tx, run) => bellOfOwner(run, 'approve'),
    undo: restoreApproval,
  }),

  /** @throws centerRecords.not_approved */
  revoke: defineAction({
    target: record,
    type: 'revoke',
    check(_tx, { row }) {
      if (!row.approvedAt) throw fail('centerRecords.not_approved')
    },
    async apply(tx, { row, targetId: centerId, now }) {
      const approval = { approvedAt: null, verified: false, complianceStatus: 'non_compliant' } as const
      await repository.setApproval(tx, { centerId, ...approval, now })
      return { details: { before: stateOf(row) } }
    },
    mail: (tx, run) => mailOwner(tx, run, 'revoke'),
    bell: (_tx, run) => bellOfOwner(run, 'revoke'),
    undo: restoreApproval,
  }),
}

/** The approval, as the details of an action store it. */
type State = Omit<repository.Approval, 'approvedAt'> & { approvedAt: string | null }

function stateOf({ approvedAt, verified, complianceStatus }: LockedCenter): State {
  return { approvedAt: approvedAt?.toISOString() ?? null, verified, complianceStatus }
}
