import type { DiscountTerms } from '#contract/discounts.ts'
import { formatDate, formatMoney } from './formats.ts'

/** «20 % de descuento, hasta $ 500», «$ 200 de descuento» or «Una consulta entera, hasta $ 2.000». */
export function discountWords({ discountType, discountValue, maximumCents }: DiscountTerms): string {
  const limit = maximumCents === null ? '' : `, hasta ${formatMoney(maximumCents)}`
  if (discountType === 'fixed_amount') return `${formatMoney(discountValue)} de descuento`
  return discountValue === 100
    ? `Una consulta entera${limit}`
    : `${String(discountValue).replace('.', ',')} % de descuento${limit}`
}

/** The terms of a reward or a promotion, unless its name says them already. */
export function termsBeside(name: string, terms: DiscountTerms): string | undefined {
  const words = discountWords(terms)
  // A sum of money has a space that does not break, which staff don't type.
  return words.replaceAll('\u00a0', ' ') === name ? undefined : words
}

/** Formats a local day as «20 de noviembre de 2026». */
export function dayWords(day: string): string {
  return formatDate(`${day}T12:00:00.000Z`)
}
