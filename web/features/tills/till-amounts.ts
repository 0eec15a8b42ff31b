import type { TillAmounts } from '#contract/tills.ts'
import { formatMoney } from '#web/platform/formats.ts'

export const tillMethods = ['efectivo', 'debito', 'transferencia'] as const satisfies (keyof TillAmounts)[]

/** Writes money that left the till as «− $ 1.250». */
export function signedMoney(cents: number): string {
  return cents < 0 ? `−\u00a0${formatMoney(-cents)}` : formatMoney(cents)
}

/** The text is «Sobran $ 50», «Faltan $ 50» or «Coincide». */
export function differenceText(cents: number): string {
  if (cents === 0) return 'Coincide'
  return cents > 0 ? `Sobran ${formatMoney(cents)}` : `Faltan ${formatMoney(-cents)}`
}
