import { stringify } from 'csv-stringify/sync'

/**
 * The format that a spreadsheet in Spanish opens correctly: semicolons, decimal commas, and a byte order mark for UTF-8.
 * Names come from users, so a text that begins like a formula gets an apostrophe.
 */
const dialect = {
  delimiter: ';',
  record_delimiter: '\r\n',
  escape_formulas: true,
  // An unquoted line break would end the row in some programs.
  quoted_match: /[\r\n]/u,
  // A negative amount must stay a number, and a telephone must be found and dialled by what imports the file.
  cast: { string: (text: string) => (isHarmless(text) ? { value: text, escape_formulas: false } : text) },
} as const

/** `-1,50`, or `+598 99 123 456`: begins like a formula, but can calculate or call nothing. Its spaces keep a telephone a text. */
const isHarmless = (text: string) => /^-\d{1,15},\d\d$/.test(text) || /^\+\d{1,4}(?: \d{1,15}){1,9}$/.test(text)

/** The header row, after the byte order mark. */
export function csvHead(columns: readonly string[]): string {
  return stringify([columns], { ...dialect, bom: true })
}

export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], dialect)
}

/** «1500,00»: without a thousands separator, which some programs read as the decimal separator. */
export function csvAmount(cents: number | null): string {
  if (cents === null) return ''
  const positive = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(positive / 100)},${String(positive % 100).padStart(2, '0')}`
}

/** «23/11/2026», one formatter for many rows, because time-zone conversion is expensive. */
export function csvDay(zone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  return (instant) => format.format(instant)
}
