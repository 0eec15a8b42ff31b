import { dayParts } from '#contract/calendar.ts'
import {
  type DayRange,
  type LocalDay,
  localDay,
  localDays,
  minuteMs,
  type Span,
  type WeeklyInterval,
} from '#server/platform/local-time.ts'

type Calendar = {
  hours: readonly WeeklyInterval[]
  /** Appointments and time off, in any order; they may overlap. */
  busy: readonly Span[]
  durationMinutes: number
  gridMinutes: number
  /** Earlier and later starts are left out. */
  earliest: Date
  latest: Date
  /** Keeps only the starts at these wall-clock minutes. */
  filter?: (start: { minute: number }) => boolean
}

/**
 * The free start times of one professional, in order. A start is on the grid that begins at local midnight, and its whole
 * duration is inside working hours (intervals that touch count as one) and overlaps no busy span. On days when the clocks
 * change, a wall-clock time that does not exist is not offered, and one that exists twice is offered at its first occurrence.
 */
export function freeStarts({ zone, from, days, ...calendar }: Calendar & DayRange): Date[] {
  return freeStartsOn(localDays({ zone, from, days }), calendar)
}

export function freeStartsOn(days: readonly LocalDay[], calendar: Calendar): Date[] {
  const { hours, busy, durationMinutes, gridMinutes, earliest, latest, filter } = calendar
  const durationMs = durationMinutes * minuteMs
  const taken = joinStretches(busy.map((span) => ({ start: span.startsAt.getTime(), end: span.endsAt.getTime() })))
  const starts: Date[] = []
  let next = 0
  for (const { weekday, instantAt, exists } of days) {
    const open = joinStretches(
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
        if (filter === undefined || filter({ minute })) starts.push(new Date(start))
      }
    }
  }
  return starts
}

/** Whether freeStarts() would return this start. */
export function isFreeStart({
  startsAt,
  ...calendar
}: Omit<Calendar, 'earliest' | 'latest'> & { zone: string; startsAt: Date }): boolean {
  const from = localDay({ instant: startsAt, zone: calendar.zone })
  return freeStarts({ ...calendar, from, days: 1, earliest: startsAt, latest: startsAt }).length === 1
}

type Stretch = { start: number; end: number }

/** The stretches in order, with those that overlap or touch joined. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

export type DayPart = keyof typeof dayParts

/** Mañana before 12:00, tarde from 12:00, noche from 18:00, by the wall clock. */
export function inDayPart({ minute, dayPart }: { minute: number; dayPart: DayPart }): boolean {
  const { fromHour, toHour } = dayParts[dayPart]
  return minute >= fromHour * 60 && minute < toHour * 60
}
