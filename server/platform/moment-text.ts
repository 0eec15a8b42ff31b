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

const time = new Intl.DateTimeFormat('es-UY', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const tile = new Intl.DateTimeFormat('es-UY', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' })

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

const dayYearTime = new Intl.DateTimeFormat('es-UY', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** «viernes, 20 de noviembre de 2026, 14:30», for a list of dates that names the zone itself. */
export function listedMoment(instant: Date): string {
  return dayYearTime.format(instant)
}

/** «14:30», for a text that names the zone itself. */
export function timeOfDay(instant: Date): string {
  return time.format(instant)
}

/** The day of an instant in three short words: «vie», «20», «nov». */
export function dateTile(instant: Date): { weekday: string; day: string; month: string } {
  const parts = new Map(tile.formatToParts(instant).map(({ type, value }) => [type, value.replace('.', '')]))
  return { weekday: parts.get('weekday') ?? '', day: parts.get('day') ?? '', month: parts.get('month') ?? '' }
}

const longDay = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })

/** «20 de noviembre de 2026». `day`: YYYY-MM-DD. It is formatted at noon, so that no time zone changes the day. */
export function dayText(day: string): string {
  return longDay.format(new Date(`${day}T12:00:00-03:00`))
}
