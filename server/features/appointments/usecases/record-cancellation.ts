import { oweShare } from '#server/features/payments/repository/payments-of-appointments.ts'
import { refundCancelled } from '#server/features/payments/usecases/refund-online.ts'
import { releaseDiscounts, releaseUnsupported } from '#server/features/promotions/usecases/discounts.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type Cancellation, setCancelled } from '../repository/changes.ts'
import { keepReplacementPoints } from './keep-replacement-points.ts'

/**
 * Cancels an appointment that the caller has locked, asks the gateway to refund what was paid through it, and makes the
 * promotion or the reward that lowered the price usable again.
 */
export async function recordCancellation(tx: Tx, cancellation: Cancellation): Promise<void> {
  const { appointmentId, now } = cancellation
  let hadDiscount = false
  await keepReplacementPoints(tx, cancellation, async () => {
    hadDiscount = (await setCancelled(tx, cancellation)).hadDiscount
  })
  await oweShare(tx, cancellation)
  await refundCancelled(tx, cancellation)
  if (hadDiscount) await releaseDiscounts(tx, { appointmentIds: [appointmentId], now })
  await releaseUnsupported(tx, { appointmentIds: [appointmentId], now })
}
