import type { DiscountTerms } from './discounts.ts'

// Above these amounts, only an administrator gives Senda's money away.

/** What one use of a promotion of Senda or of a reward takes off at most, in cents of UYU. */
export const moderatorGiftCents = 100_000
/** The points that one moderator adds by corrections within 24 hours. */
export const moderatorGiftPoints = 1_000

/** The largest amount that one use can take off; null when nothing limits it. */
export function largestDiscount({ discountType, discountValue, maximumCents }: DiscountTerms): number | null {
  if (discountType === 'percentage') return maximumCents
  return Math.min(discountValue, maximumCents ?? discountValue)
}
