export const discountTypes = ['percentage', 'fixed_amount'] as const
export type DiscountType = (typeof discountTypes)[number]

/** `discountValue`: percent from 1 to 100 with at most one decimal, or integer cents for `fixed_amount`. */
export type DiscountTerms = { discountType: DiscountType; discountValue: number; maximumCents: number | null }

export const percentMessage = 'El porcentaje va de 1 a 100, con un decimal como máximo'

/** The largest amount of money in a promotion, a reward or an order: $ 1.000.000. */
export const maxOrderCents = 100_000_000

/**
 * What a promotion or a reward takes off an amount, in integer cents. In this order: the percentage of the amount, a half cent
 * rounded up, or the fixed amount; at most the maximum; at most the amount. Never negative.
 */
export function discountOf({ discountType, discountValue, maximumCents }: DiscountTerms, amountCents: number): number {
  const full =
    discountType === 'percentage'
      ? Math.floor((amountCents * Math.round(discountValue * 10) + 500) / 1000)
      : discountValue
  return Math.max(Math.min(full, maximumCents ?? full, amountCents), 0)
}
