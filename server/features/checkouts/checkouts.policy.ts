import type { CheckoutRow } from './repository/checkouts.ts'

type State = Pick<CheckoutRow, 'status' | 'appointmentId' | 'refundedCents' | 'isConsumed'>

/** A direct payment can be given back until a booking consumes it. Other payments are refunded by a cancellation. */
export function isRefundable({ status, appointmentId, refundedCents, isConsumed }: State): boolean {
  return status === 'approved' && appointmentId === null && refundedCents === 0 && !isConsumed
}
