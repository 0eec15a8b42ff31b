import { typedDecimal } from '#web/platform/typed-decimal.ts'

/** `-34,9055` or `-34.9055` as a number; undefined for any other text. */
export function typedCoordinate(text: string): number | undefined {
  return typedDecimal(text, { decimals: 15 })
}

/** A coordinate for display, accurate to about a metre. */
export const coordinateText = (value: number): string => value.toFixed(5)
