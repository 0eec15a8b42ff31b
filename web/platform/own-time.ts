import { minuteMs } from './durations.ts'
import { formatLongDay, formatLongMoment, formatTime } from './formats.ts'
import { localMoment } from './local-days.ts'
import { localClock } from './local-instants.ts'

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

/** Names the zone of a list's times; undefined for a visitor whose clock agrees. */
export function zoneSentence(instant: string | Date): string | undefined {
  const minutes = minutesFromUruguay(instant)
  if (minutes === 0) return undefined
  return `Las horas son las de Uruguay. En tu zona horaria ${durationText(Math.abs(minutes))} ${minutes > 0 ? 'más' : 'menos'}.`
}

function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest !== 0) return `son ${hours > 0 ? `${hours} h ` : ''}${rest} min`
  return hours === 1 ? 'es 1 hora' : `son ${hours} horas`
}
