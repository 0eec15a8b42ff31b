import { zone } from '#contract/calendar.ts'
import { nextSessionWeeks } from '#contract/therapies.ts'
import { type LocalDay, localDay, minuteMs, type Span, startOfDay } from '#server/platform/local-time.ts'
import { intersectMasks, type StartMask, startsOf, windowMask } from './start-masks.ts'

type Search = {
  /** The start of the therapy's latest appointment, past or upcoming. */
  latestAt: Date
  /** The days are consecutive, with their free starts. */
  days: readonly LocalDay[]
  starts: readonly StartMask[]
  window: { earliest: Date; latest: Date }
  durationMinutes: number
  /** The times at which the attendee has another appointment. */
  busy: readonly Span[]
}

/**
 * The next session of a therapy: on the first later day of the same weekday that has a free time, as close as possible to
 * the same hour; of two times that are equally close, the earlier one.
 */
export function nextSession({ latestAt, days, starts, window, durationMinutes, busy }: Search): Date | undefined {
  const latestDay = localDay({ instant: latestAt, zone })
  const sinceMidnightMs = latestAt.getTime() - startOfDay({ day: latestDay, zone }).getTime()
  for (const [index, day] of days.entries()) {
    if (day.date <= latestDay || !isSameWeekday(day.date, latestDay)) continue
    const usualAt = day.instantAt(0) + sinceMidnightMs
    const free = startsOf(intersectMasks(starts[index] ?? 0, windowMask(day, window)), day).filter(
      (start) => !busy.some((span) => overlaps(span, { start, end: start + durationMinutes * minuteMs })),
    )
    const [nearest] = free.toSorted((a, b) => Math.abs(a - usualAt) - Math.abs(b - usualAt) || a - b)
    if (nearest !== undefined) return new Date(nearest)
  }
  return undefined
}

function isSameWeekday(first: string, second: string): boolean {
  return new Date(first).getUTCDay() === new Date(second).getUTCDay()
}

function overlaps({ startsAt, endsAt }: Span, { start, end }: { start: number; end: number }): boolean {
  return startsAt.getTime() < end && endsAt.getTime() > start
}

/** The days that are searched for the next session. */
export const sessionDays = 7 * nextSessionWeeks
