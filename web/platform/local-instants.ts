import { zone } from '#contract/calendar.ts'
import { hourMs, minuteMs } from '#web/platform/durations.ts'

/*
 * Converts between instants and the local clock of Montevideo, independent of the browser's zone. A minute counts from local
 * midnight: 570 is 09:30, as clock-text.ts writes it.
 */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export function localClock(instant: string | Date): { date: string; minute: number } {
  const shown = new Date(wallTime(new Date(instant).getTime())).toISOString()
  return { date: shown.slice(0, 10), minute: Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16)) }
}

/** The instant of a local time. A time that the clock skips becomes an instant before the change: 02:30 becomes 01:30. */
export function localInstant({ date, minute }: { date: string; minute: number }): string {
  const shown = Date.parse(`${date}T00:00:00Z`) + minute * minuteMs
  const first = shown - (wallTime(shown) - shown)
  // The offset at that instant, not the one a few hours away.
  return new Date(shown - (wallTime(first) - first)).toISOString()
}

const offsets = new Map<number, number>()
/** More than a year of hours. A URL can name any day, so the cache needs a limit. */
const maxOffsets = 10_000

/** The local clock as if it were UTC. Cached by hour: offsets change on the hour, and computing one is slow. */
function wallTime(time: number): number {
  const hour = Math.floor(time / hourMs)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    offset = offsetAt(hour * hourMs)
    if (offsets.size >= maxOffsets) offsets.clear()
    offsets.set(hour, offset)
  }
  return time + offset
}

function offsetAt(time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]))
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`) - time
}
