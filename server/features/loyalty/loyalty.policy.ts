import type { DiscountTerms } from '#contract/discounts.ts'
import { largestDiscount, moderatorGiftCents, moderatorGiftPoints } from '#contract/gift-limits.ts'
import type { Role } from '#contract/roles.ts'

type Staff = { roles: readonly Role[] }

/** The largest discount at Senda's expense that the member of staff may give; null: no limit. */
export function giftLimitOf({ roles }: Staff): number | null {
  return roles.includes('admin') ? null : moderatorGiftCents
}

/** Whether the member of staff may offer this discount at Senda's expense. */
export function mayGiveDiscount(actor: Staff, terms: DiscountTerms): boolean {
  const [limit, largest] = [giftLimitOf(actor), largestDiscount(terms)]
  return limit === null || (largest !== null && largest <= limit)
}

/** How many points the member of staff may still add by corrections; null: no limit. `given`: in the last 24 hours. */
export function pointsLimitOf({ roles }: Staff, { given }: { given: number }): number | null {
  return roles.includes('admin') ? null : Math.max(moderatorGiftPoints - given, 0)
}
