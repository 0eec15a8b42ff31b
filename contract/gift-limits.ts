import type { DiscountTerms } from './discounts.ts'
import { pointCents } from './loyalty-words.ts'
import { pesos } from './money.ts'

// Above these amounts, only an administrator gives Senda's money away.

/** What one use of a promotion of Senda or of a reward takes off at most, in cents of UYU. */
export const moderatorGiftCents = 100_000
/** What all uses of one moderator's promotions within `giftHours` can take off together at most, in cents of UYU. */
export const moderatorTotalCents = 5_000_000
/** The points that one moderator adds by corrections within `giftHours`. */
export const moderatorGiftPoints = 1_000
export const giftHours = 24

/** The refusal of a promotion and the hint of its form contain this text. */
export const promotionLimitsText = `más de ${pesos(moderatorGiftCents)} por uso, o más de ${pesos(moderatorTotalCents)} entre todos (con lo que diste en otras en ${giftHours} horas), o sin límite de usos`
/** The refusal of a reward and the hint of its form contain this text. */
export const rewardLimitsText = `más de ${pesos(moderatorGiftCents)} por uso, o más de ${pesos(pointCents)} por punto`

/** The refusal of a cancelled commission and of a lower rate contains this text. */
export const commissionLimitsText = `más de ${pesos(moderatorTotalCents)} en ${giftHours} horas`

/** The largest amount that one use can take off; null when nothing limits it. */
export function largestDiscount({ discountType, discountValue, maximumCents }: DiscountTerms): number | null {
  if (discountType === 'percentage') return maximumCents
  return Math.min(discountValue, maximumCents ?? discountValue)
}

/** The largest amount that all uses can take off together; null when nothing limits it. */
export function largestTotal({ usageLimit, ...terms }: DiscountTerms & { usageLimit: number | null }): number | null {
  const largest = largestDiscount(terms)
  return largest === null || usageLimit === null ? null : largest * usageLimit
}

/**
 * The fewest points that a moderator may ask for a reward, so that they cover its discount; null when nothing limits
 * it.
 */
export function fewestPoints(terms: DiscountTerms): number | null {
  const largest = largestDiscount(terms)
  return largest === null ? null : Math.ceil(largest / pointCents)
}
