import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { releaseDiscounts } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { unsettledMail } from '../mail/settlements.ts'
import { reduceCommission } from '../repository/commissions.ts'
import * as settlements from '../repository/settlements.ts'
import * as repository from '../repository/staff-commissions.ts'
import { requireOtherCenter } from './require-other-center.ts'
import { undoRateChange } from './set-rate.ts'
import { notifyCenter } from './settle-commissions.ts'

type Cancellation = {
  actorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  reason: string
}

/** Cancels pending commissions, in a transaction per commission. */
export async function cancelCommissions(
  platform: Platform,
  { actorId, targets, reason }: Cancellation,
): Promise<Outcome[]> {
  const now = platform.clock.now()
  return outcomesOf(platform, {
    targetType: 'commission',
    targets,
    async apply(tx, { id, lastMeasureId }) {
      const commission = await repository.lockCommission(tx, { commissionId: id })
      if (!commission) throw fail('commissions.not_found')
      await requireOtherCenter(tx, { actorId, centerId: commission.centerId })
      await requireUnchanged(tx, { targetType: 'commission', targetId: id, lastMeasureId })
      if (commission.status !== 'pending') throw fail('commissions.not_pending')
      await repository.setUnpaidStatus(tx, { commissionId: id, status: 'cancelled' })
      const details = { before: { status: commission.status } }
      const target = { targetType: 'commission', targetId: id } as const
      await recordAction(tx, { moderatorId: actorId, ...target, actionType: 'cancel', reason, details, now })
    },
  })
}

/**
 * Undoes a rate change, or makes a cancelled commission or the commissions of a settlement pending again.
 * @returns the details of the new measure
 * @throws moderation.not_undoable when the commission is not cancelled or no longer due
 */
export async function undoCommissionMeasure(
  tx: Tx,
  platform: Platform,
  input: { targetId: string; actionType: string; details: Record<string, unknown>; reason: string },
): Promise<Record<string, unknown>> {
  const { targetId, actionType, reason } = input
  if (actionType === 'rate_change') return undoRateChange(tx, platform, input)
  if (actionType === 'settle') return undoSettlement(tx, platform, { settlementId: targetId, reason })
  const commission = await repository.lockCommission(tx, { commissionId: targetId })
  // No commission is due on a reopened appointment.
  if (commission?.status !== 'cancelled' || !commission.isDue) throw fail('moderation.not_undoable')
  await repository.setUnpaidStatus(tx, { commissionId: targetId, status: 'pending' })
  await reduceCommission(tx, { appointmentId: commission.appointmentId })
  return { before: { status: commission.status } }
}

async function undoSettlement(
  tx: Tx,
  platform: Platform,
  { settlementId, reason }: { settlementId: string; reason: string },
): Promise<Record<string, unknown>> {
  const settlement = await settlements.lockSettlement(tx, { settlementId })
  if (!settlement) throw fail('moderation.not_undoable')
  if (settlement.undoneAt !== null) throw fail('moderation.already_undone')
  const now = platform.clock.now()
  await settlements.undoSettlement(tx, { settlementId, now })
  // The payments may have been refunded after the settlement, which kept the discounts of Senda used.
  await reduceCommission(tx, { settlementId })
  await releaseDiscounts(tx, { appointmentIds: await settlements.listGivenBack(tx, { settlementId }), now })
  const { centerId, reference, count, commissionCents } = settlement
  const content = unsettledMail({ reference, count, commissionCents, reason })
  await notifyCenter(tx, platform, { centerId, content })
  return { count, total_cents: commissionCents }
}
