import type { CheckoutRow } from './repository/checkouts.ts'

type State = Pick<CheckoutRow, 'status' | 'appointmentId' | 'packageTerms' | 'refundedCents' | 'isConsumed'>

/** A direct payment can be given back until a booking consumes it. A cancellation refunds that of an appointment, and the centre that of a package. */
export function isRefundable({ status, appointmentId, packageTerms, refundedCents, isConsumed }: State): boolean {
  const isDirect = appointmentId === null && packageTerms === null
  return status === 'approved' && isDirect && refundedCents === 0 && !isConsumed
}
