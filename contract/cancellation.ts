import { z } from 'zod'
import { instant } from './values.ts'

/** What a centre decides about cancelling. */
export const centerRule = z.object({
  /** The share of a payment that it refunds once cancelling is late. */
  lateRefundPercent: z.union([z.literal(0), z.literal(50), z.literal(100)]),
})
export type CenterRule = z.output<typeof centerRule>

export const cancellationTerms = z.object({
  /**
   * Why cancelling is free, or that it no longer is. `unconfirmed`: the time is held within the last 24 hours before it, and
   * the free half hour begins with the booking.
   */
  phase: z.enum(['always_free', 'ahead', 'just_booked', 'unconfirmed', 'moved_by_center', 'late']),
  freeUntil: instant,
  /** The share of a payment that the centre refunds once cancelling is late. */
  lateRefundPercent: z.number().int(),
  refundPercentNow: z.number().int(),
  isPaid: z.boolean(),
  /** A session of a package pays for it: a cancellation that the centre does not refund in full uses the session. */
  isByPackage: z.boolean(),
})
export type CancellationTerms = z.output<typeof cancellationTerms>
