import { dayMs, minuteMs } from './durations.ts'
import { formatLongDay, formatLongMoment, formatTime } from './formats.ts'
import { localMoment } from './local-days.ts'
import { localClock } from './local-instants.ts'
import { serverDate } from './server-time.ts'

/** How many minutes later it is at this instant in the zone of the visitor's browser than in Uruguay. */
export function minutesFromUruguay(instant: string | Date): number {
  const time = new Date(instant)
  const { date, minute } = localClock(time)
  // The local clock has no seconds.
  const uruguay = Date.parse(`${date}T00:00:00Z`) / minuteMs + minute - Math.floor(time.getTime() / minuteMs)
  return -time.getTimezoneOffset() - uruguay
}

/** `18:30`, or with its day where that differs, in the visitor's zone; undefined where the clocks agree. */
export function ownMoment(instant: string): string | undefined {
  const minutes = minutesFromUruguay(instant)
  if (minutes === 0) return undefined
  const own = new Date(Date.parse(instant) + minutes * minuteMs)
  return localMoment(own).date === localMoment(instant).date
    ? formatTime(own)
    : `${formatLongDay(own)}, ${formatTime(own)}`
}

/** `viernes 20 de noviembre, 14:30`, and for a visitor in another zone also the time there. */
export function formatMomentWithOwn(instant: string): string {
  const own = ownMoment(instant)
  return `${formatLongMoment(instant)}${own === undefined ? '' : ` (hora de Uruguay; ${own} en tu zona)`}`
}

/** `14:30`, and for a visitor in another zone also the time there. */
export function formatTimeWithOwn(instant: string): string {
  const own = ownMoment(instant)
  return `${formatTime(instant)}${own === undefined ? '' : ` (hora de Uruguay; ${own} en tu zona)`}`
}

/**
 * Names the zone of the times that are shown; undefined for a visitor whose clock agrees at each of them. Mixed where a clock
 * changes between them, as in summer time.
 */
export function zoneSentence(instants: readonly string[]): { sentence: string; isMixed: boolean } | undefined {
  const differences = [...new Set(instants.map(minutesFromUruguay))].toSorted((a, b) => Math.abs(a) - Math.abs(b))
  if (differences.every((minutes) => minutes === 0)) return undefined
  const isMixed = differences.length > 1
  const difference = differencesText(differences)
  return {
    sentence: `Las horas son las de Uruguay. En tu zona horaria ${difference}${isMixed ? ', según la fecha' : ''}.`,
    isMixed,
  }
}

/** For a page that shows times of any date: one moment of each month around today, so that every clock of the year is among them. */
export function momentsOfYear(): string[] {
  const now = serverDate().getTime()
  return [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((months) =>
    new Date(now + months * 30 * dayMs).toISOString(),
  )
}

function differencesText(differences: readonly number[]): string {
  const hours = differences.map((minutes) => minutes / 60)
  const direction = hours.every((each) => each > 0) ? 'más' : hours.every((each) => each < 0) ? 'menos' : undefined
  // «son 4 o 5 horas más»
  if (differences.length > 1 && direction && hours.every(Number.isInteger)) {
    return `son ${hours.map(Math.abs).join(' o ')} horas ${direction}`
  }
  return differences.map(differenceText).join(' o ')
}

function differenceText(minutes: number): string {
  if (minutes === 0) return 'es la misma hora'
  return `${durationText(Math.abs(minutes))} ${minutes > 0 ? 'más' : 'menos'}`
}

function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest !== 0) return `son ${hours > 0 ? `${hours} h ` : ''}${rest} min`
  return hours === 1 ? 'es 1 hora' : `son ${hours} horas`
}
