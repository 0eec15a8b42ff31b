import { cleanDigits } from '#contract/pasted-text.ts'

/**
 * A typed number with at most `decimals` places after a comma or a dot: `1,5` and `1.5` are the same. Undefined for any other text,
 * also for one that could be read in two ways, as `1.500`.
 */
export function typedDecimal(text: string, { decimals }: { decimals: number }): number | undefined {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d{1,9})(?:[.,](\d{1,15}))?$/.exec(cleanDigits(text)) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const value = Number(`${whole}.${fraction || '0'}`)
  return sign === '' ? value : -value
}

/** A number of percent as people type it: `12,5`. */
export const percentText = (percent: number): string => String(percent).replace('.', ',')

/** A typed number of percent, with or without its sign: `15`, `15%` and `15 %` are the same. */
export function typedPercent(text: string, limits: { decimals: number }): number | undefined {
  return typedDecimal(cleanDigits(text).replace(/\s{0,3}%$/, ''), limits)
}
