/** `-34,9055` or `-34.9055` as a number; undefined for any other text. */
export function typedCoordinate(text: string): number | undefined {
  const typed = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(typed) ? Number(typed) : undefined
}

/** A coordinate for display, accurate to about a metre. */
export const coordinateText = (value: number): string => value.toFixed(5)
