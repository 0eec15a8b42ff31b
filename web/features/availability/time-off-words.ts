import { formatDay, formatTime } from '#web/platform/formats.ts'
import { addDays } from '#web/platform/local-days.ts'
import { localClock, localInstant } from '#web/platform/local-instants.ts'

type Span = { startsAt: string; endsAt: string }

/** Formats a span as `vie 20 nov`, `vie 20 nov al lun 23 nov` or `vie 20 nov, de 14:00 a 16:30`. */
export function spanInWords({ startsAt, endsAt }: Span): string {
  const [start, end] = [localClock(startsAt), localClock(endsAt)]
  if (start.minute === 0 && end.minute === 0) {
    const last = addDays({ date: end.date, days: -1 })
    return last <= start.date ? formatDay(start.date) : `${formatDay(start.date)} al ${formatDay(last)}`
  }
  if (start.date === end.date) return `${formatDay(start.date)}, de ${formatTime(startsAt)} a ${formatTime(endsAt)}`
  return `${formatDay(startsAt)}, ${formatTime(startsAt)}, al ${formatDay(endsAt)}, ${formatTime(endsAt)}`
}

export function isDayOff({ date, timeOff }: { date: string; timeOff: readonly Span[] }): boolean {
  const from = Date.parse(localInstant({ date, minute: 0 }))
  const to = Date.parse(localInstant({ date: addDays({ date, days: 1 }), minute: 0 }))
  return timeOff.some(({ startsAt, endsAt }) => Date.parse(startsAt) <= from && Date.parse(endsAt) >= to)
}
