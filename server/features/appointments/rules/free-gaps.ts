import { type LocalDay, minuteMs, type Span, type WeeklyInterval } from '#server/platform/local-time.ts'
import { joinStretches } from './free-times.ts'

const minGapMinutes = 30

type Day = {
  day: LocalDay
  hours: readonly WeeklyInterval[]
  /** Appointments and time off, in any order; they may overlap. */
  busy: readonly Span[]
  now: Date
}

/** What appointments and time off leave of a professional's working hours on a day, from now on. */
export function freeGaps({ day, hours, busy, now }: Day): Span[] {
  const taken = joinStretches(
    busy.map(({ startsAt, endsAt }) => ({ start: startsAt.getTime(), end: endsAt.getTime() })),
  )
  const open = joinStretches(
    hours
      .filter(({ weekday }) => weekday === day.weekday)
      .map(({ startMinute, endMinute }) => ({ start: day.instantAt(startMinute), end: day.instantAt(endMinute) })),
  )
  const gaps = open.flatMap(({ start, end }) => {
    const inside = taken.filter((each) => each.start < end && each.end > start)
    const starts = [start, ...inside.map((each) => each.end)]
    const ends = [...inside.map((each) => each.start), end]
    return starts.map((from, index) => ({ start: Math.max(from, now.getTime()), end: ends[index] ?? end }))
  })
  return gaps
    .filter(({ start, end }) => end - start >= minGapMinutes * minuteMs)
    .map(({ start, end }) => ({ startsAt: new Date(start), endsAt: new Date(end) }))
}
