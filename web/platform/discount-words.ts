import { brand } from '#contract/brand.ts'
import type { DiscountTerms } from '#contract/discounts.ts'
import { isHandedOver, type RewardType } from '#contract/loyalty-words.ts'
import { formatDate, formatMoney } from './formats.ts'

/** «20 % de descuento, hasta $ 500», «$ 200 de descuento» or «Una consulta entera, hasta $ 2.000». */
export function discountWords({ discountType, discountValue, maximumCents }: DiscountTerms): string {
  const limit = maximumCents === null ? '' : `, hasta ${formatMoney(maximumCents)}`
  if (discountType === 'fixed_amount') return `${formatMoney(discountValue)} de descuento`
  return discountValue === 100
    ? `Una consulta entera${limit}`
    : `${String(discountValue).replace('.', ',')} % de descuento${limit}`
}

type RewardTerms = DiscountTerms & { rewardType: RewardType; provider: { name: string } | null }

/** What a reward gives: a discount in words, or who hands what over. */
export function rewardWords({ rewardType, provider, ...terms }: RewardTerms): string {
  if (!isHandedOver(rewardType)) return discountWords(terms)
  const what = rewardType === 'product' ? 'Un producto' : 'Una mejora de tu consulta'
  return `${what}, en ${provider?.name ?? brand.name}`
}

/** The terms of a reward, unless its name says them already. */
export function termsBeside(name: string, terms: RewardTerms): string | undefined {
  const words = rewardWords(terms)
  // A sum of money has a space that does not break, which staff don't type.
  return words.replaceAll('\u00a0', ' ') === name ? undefined : words
}

/** Formats a local day as «20 de noviembre de 2026». */
export function dayWords(day: string): string {
  return formatDate(`${day}T12:00:00.000Z`)
}
