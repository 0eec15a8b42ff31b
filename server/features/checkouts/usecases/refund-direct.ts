import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../checkouts.errors.ts'
import { isRefundable } from '../checkouts.policy.ts'
import * as repository from '../repository/checkouts.ts'

/** Refunds a direct payment that no booking has consumed, at the patient's request. Idempotent. */
export async function refundDirect(
  platform: Platform,
  { checkoutId, patientId }: { checkoutId: string; patientId: string },
): Promise<repository.CheckoutRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const checkout = await repository.lockCheckout(tx, { checkoutId })
    if (checkout?.patientId !== patientId) throw fail('checkouts.not_found')
    if (checkout.refundedCents > 0) return checkout
    if (!isRefundable(checkout)) throw fail('checkouts.not_refundable')
    await requestRefund(tx, { checkoutId, amountCents: checkout.totalCents, reason: 'by_patient', now })
    return repository.requireCheckout(tx, { checkoutId })
  })
}
