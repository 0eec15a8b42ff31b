import type { DiscountTerms } from '#contract/discounts.ts'
import {
  fewestPoints,
  largestDiscount,
  largestTotal,
  moderatorGiftCents,
  moderatorGiftPoints,
  moderatorTotalCents,
} from '#contract/gift-limits.ts'
import { isHandedOver, type RewardType } from '#contract/loyalty-words.ts'
import type { Role } from '#contract/roles.ts'

type Staff = { roles: readonly Role[] }

/** The largest discount at Senda's expense that the member of staff may give; null: no limit. */
export function giftLimitOf({ roles }: Staff): number | null {
  return roles.includes('admin') ? null : moderatorGiftCents
}

function mayGiveDiscount(actor: Staff, terms: DiscountTerms): boolean {
  const [limit, largest] = [giftLimitOf(actor), largestDiscount(terms)]
  return limit === null || (largest !== null && largest <= limit)
}

/**
 * Whether the member of staff may offer this promotion at Senda's expense: each use is limited, and so are all uses together with
 * what they have given by other promotions within `giftHours` (`givenCents`).
 */
export function mayGivePromotion(
  actor: Staff,
  terms: DiscountTerms & { usageLimit: number | null },
  { givenCents }: { givenCents: number },
): boolean {
  if (actor.roles.includes('admin')) return true
  const total = largestTotal(terms)
  return mayGiveDiscount(actor, terms) && total !== null && givenCents + total <= moderatorTotalCents
}

type RewardTerms = DiscountTerms & { pointsCost: number; rewardType: RewardType; providerId: string | null }

/**
 * Whether the member of staff may offer this reward: points stand behind money, so its points limit what all uses cost. What a centre
 * hands over costs Senda nothing; what Senda hands over has no price that a limit could be compared with.
 */
export function mayGiveReward(actor: Staff, terms: RewardTerms): boolean {
  if (actor.roles.includes('admin')) return true
  if (isHandedOver(terms.rewardType)) return terms.providerId !== null
  const fewest = fewestPoints(terms)
  return mayGiveDiscount(actor, terms) && fewest !== null && terms.pointsCost >= fewest
}

/** How many points the member of staff may still add by corrections; null: no limit. `given`: in the last 24 hours. */
export function pointsLimitOf({ roles }: Staff, { given }: { given: number }): number | null {
  return roles.includes('admin') ? null : Math.max(moderatorGiftPoints - given, 0)
}
