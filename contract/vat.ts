// IVA. Prices include it. No zod, so that screens can import this file.

/** 0: exempt. */
export const vatPercents = [0, 10, 22] as const
export type VatPercent = (typeof vatPercents)[number]

/** The minimum rate, which the law sets for services linked to human health (Título 10, artículo 18, literal D). */
export const defaultVatPercent: VatPercent = 10

export const vatNames: Record<VatPercent, string> = {
  0: 'Exento',
  10: 'Mínima, 10 %',
  22: 'Básica, 22 %',
}

/**
 * The parts of an amount that includes IVA, in whole cents. The net amount is rounded to the nearest cent, half a cent away from zero,
 * and the IVA is the rest, so the two always add up to the amount.
 */
export function splitVat({ cents, percent }: { cents: number; percent: VatPercent }): {
  netCents: number
  vatCents: number
} {
  const size = Math.abs(cents)
  const net = Math.floor((200 * size + 100 + percent) / (2 * (100 + percent)))
  const netCents = cents < 0 ? -net : net
  return { netCents, vatCents: cents - netCents }
}
