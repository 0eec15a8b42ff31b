/** Line breaks, other characters that some program treats as one, and invisible characters. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * A text that a person wrote, for any property of an iCalendar file: on one line, so that it can't begin another property.
 * The library escapes the separators in an event's own texts; in other properties `escapeSeparators` does.
 */
export function calendarText(text: string): string {
  return text.replace(controls, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Escapes the text of properties that the library writes as they are, such as the calendar's name. */
export function escapeSeparators(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&')
}
