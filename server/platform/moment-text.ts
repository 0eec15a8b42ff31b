import { zone } from '#contract/calendar.ts'

const dayTime = new Intl.DateTimeFormat('es-UY', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dateTime = new Intl.DateTimeFormat('es-UY', {
  timeZone: zone,
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** The reader of a mail, a push message or a file may be in another time zone, so each text names the one that it means. */
const named = (text: string) => `${text} (hora de Uruguay)`

/** Formats an instant as «viernes, 20 de noviembre, 14:30 (hora de Uruguay)». */
export function dayAndTime(instant: Date): string {
  return named(dayTime.format(instant))
}

/** Formats an instant as «20 de noviembre de 2026 a las 14:30 (hora de Uruguay)». */
export function dateAndTime(instant: Date): string {
  return named(dateTime.format(instant))
}
