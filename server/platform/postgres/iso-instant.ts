/**
 * An instant that was selected as text (`starts_at::text`), in the form of `Date.toISOString()`: '2026-11-22 12:30:00+00'
 * becomes '2026-11-22T12:30:00.000Z'. For lists of hundreds of rows, where creating a Date for each takes longer than reading it.
 */
export function isoInstant(text: string): string {
  const isWhole = text.length === 22 && text.endsWith('+00')
  if (isWhole) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`
  return new Date(`${text.replace(' ', 'T')}:00`).toISOString()
}
