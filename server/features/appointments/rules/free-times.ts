import { Temporal } from 'temporal-polyfill'
import { dayParts } from '#contract/calendar.ts'

/** A stretch of real time, start included, end not. */
export type Span = { startsAt: Date; endsAt: Date }
/** Working hours on the wall clock: ISO weekday (1 Monday), minutes after local midnight. */
export type WeeklyInterval = { weekday: number; startMinute: number; endMinute: number }

const minuteMs = 60_000

type Calendar = {
  hours: readonly WeeklyInterval[]
  /** Appointments and time off, in any order; they may overlap. */
  busy: readonly Span[]
  durationMinutes: number
  gridMinutes: number
  /** Starts before `earliest` or after `latest` are left out. */
  earliest: Date
  latest: Date
  /** Leaves out starts of some weekdays or wall-clock minutes. */
  wanted?: (start: { weekday: number; minute: number }) => boolean
}

/** `from` is the first local day, YYYY-MM-DD; `days` says how many from it. */
type DayRange = { zone: string; from: string; days: number }

/**
 * The free start times of one professional, in order. A start stands on the grid counted from local midnight, and its
 * whole duration lies inside working hours (intervals that touch count as one) and touches nothing busy. On days when the clocks change,
 * a wall time that does not exist is not offered and one that exists twice is offered at its first occurrence.
 */
export function freeStarts({ zone, from, days, ...calendar }: Calendar & DayRange): Date[] {
  return freeStartsOn(localDays({ zone, from, days }), calendar)
}

/** As freeStarts(), for many calendars over the same days. */
export function freeStartsOn(days: readonly LocalDay[], calendar: Calendar): Date[] {
  const { hours, busy, durationMinutes, gridMinutes, earliest, latest, wanted } = calendar
  const durationMs = durationMinutes * minuteMs
  const taken = merge(busy.map((span) => ({ start: span.startsAt.getTime(), end: span.endsAt.getTime() })))
  const starts: Date[] = []
  let next = 0
  for (const { weekday, instantAt, exists } of days) {
    const open = merge(
      hours
        .filter((interval) => interval.weekday === weekday)
        .map(({ startMinute, endMinute }) => ({ start: startMinute, end: endMinute })),
    )
    for (const interval of open) {
      const closes = instantAt(interval.end)
      const firstMinute = Math.ceil(interval.start / gridMinutes) * gridMinutes
      for (let minute = firstMinute; minute < interval.end; minute += gridMinutes) {
        const start = instantAt(minute)
        if (start < earliest.getTime() || !exists(minute)) continue
        if (start > latest.getTime() || start + durationMs > closes) break
        while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
        const blocker = taken[next]
        if (blocker !== undefined && blocker.start < start + durationMs) continue
        if (wanted === undefined || wanted({ weekday, minute })) starts.push(new Date(start))
      }
    }
  }
  return starts
}

/** Whether one start would be among the free ones: the same rule, asked for a single time. */
export function isFreeStart({
  startsAt,
  ...question
}: Omit<Calendar, 'earliest' | 'latest'> & { zone: string; startsAt: Date }): boolean {
  const from = localDay({ instant: startsAt, zone: question.zone })
  return freeStarts({ ...question, from, days: 1, earliest: startsAt, latest: startsAt }).length === 1
}

/** The local day (YYYY-MM-DD) on which an instant falls. */
export function localDay({ instant, zone }: { instant: Date; zone: string }): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** The instant at which a local day begins. */
export function startOfDay({ day, zone }: { day: string; zone: string }): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
}

/** The local day that many days after another. */
export function addDays({ day, days }: { day: string; days: number }): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

export type LocalDay = {
  /** YYYY-MM-DD */
  date: string
  weekday: number
  /** Epoch milliseconds of a wall-clock minute (0 to 1440) of this day; where the clocks skip it, as much later. */
  instantAt(minute: number): number
  /** Whether the clocks of this day show that minute at all. */
  exists(minute: number): boolean
}

/** The days of a range, ready for arithmetic on their wall clocks. */
export function localDays({ zone, from, days }: DayRange): LocalDay[] {
  const first = Temporal.PlainDate.from(from)
  const midnights = Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }).toZonedDateTime(zone))
  return midnights.flatMap((midnight, index): LocalDay[] => {
    const following = midnights[index + 1]
    if (following === undefined) return []
    const plain = first.add({ days: index })
    const [date, weekday] = [plain.toString(), plain.dayOfWeek]
    // Zone arithmetic is dear: most days have 24 hours and need it once.
    if (following.epochMilliseconds - midnight.epochMilliseconds === 1440 * minuteMs) {
      return [
        { date, weekday, instantAt: (minute) => midnight.epochMilliseconds + minute * minuteMs, exists: () => true },
      ]
    }
    const wallAt = (minute: number) => plain.toPlainDateTime().add({ minutes: minute })
    const instantAt = (minute: number) => wallAt(minute).toZonedDateTime(zone).epochMilliseconds
    const exists = (minute: number) => wallAt(minute).toZonedDateTime(zone).toPlainDateTime().equals(wallAt(minute))
    return [{ date, weekday, instantAt, exists }]
  })
}

type Stretch = { start: number; end: number }

/** The same stretches in order, with those that overlap or touch made one. */
function merge(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'weekend'

/** Mañana before 12:00, tarde from 12:00, noche from 18:00, fin de semana on Saturday and Sunday: all by the wall clock. */
export function inDayPart({
  weekday,
  minute,
  dayPart,
}: {
  weekday: number
  minute: number
  dayPart: DayPart
}): boolean {
  if (dayPart === 'weekend') return weekday >= 6
  const { fromHour, toHour } = dayParts[dayPart]
  return minute >= fromHour * 60 && minute < toHour * 60
}
