import type { Checkout } from '#contract/checkouts.ts'
import { formatMoney } from '#web/platform/formats.ts'

export function refundText({ refundedCents, totalCents, isRefundDone }: Checkout): string {
  const amount = refundedCents === totalCents ? 'todo' : formatMoney(refundedCents)
  return isRefundDone
    ? `Te devolvimos ${amount} por el mismo medio.`
    : `Te estamos devolviendo ${amount} por el mismo medio.`
}
