import type { FieldErrors } from 'react-hook-form'

import { type WeeklyInterval, week } from '#contract/availability.ts'
import { clockText, minuteOfText } from '#web/platform/clock-text.ts'
import { weekdayNames } from '#web/platform/local-days.ts'

type TypedInterval = { start: string; end: string }
/** The typed week: seven days, from Monday. */
export type WeekValues = { days: { intervals: TypedInterval[] }[] }

const dayMinutes = 24 * 60
const timeFormatMessage = 'Escribe la hora como 09:30'

export function weekValues(hours: readonly WeeklyInterval[]): WeekValues {
  return {
    days: weekdayNames.map((_, index) => ({
      intervals: hours
        .filter(({ weekday }) => weekday === index + 1)
        .sort((a, b) => a.startMinute - b.startMinute)
        .map(({ startMinute, endMinute }) => ({ start: clockText(startMinute), end: clockText(endMinute) })),
    })),
  }
}

/** The default of a new row: the morning, then an afternoon that starts an hour after the last interval. */
export function nextInterval(intervals: readonly TypedInterval[]): TypedInterval {
  const last = intervals.at(-1)
  if (!last) return { start: '09:00', end: '13:00' }
  const start = (endOfText(last.end) ?? dayMinutes) + 60
  return start >= dayMinutes
    ? { start: '', end: '' }
    : { start: clockText(start), end: clockText(Math.min(start + 300, dayMinutes)) }
}

/** Converts the typed week to the contract's form, or returns the errors by field. */
export function readWeek({ days }: WeekValues): { hours: WeeklyInterval[]; errors: FieldErrors<WeekValues> } {
  const problems: { day: number; row: number; side: 'start' | 'end'; message: string }[] = []
  const readIntervals: { day: number; row: number; interval: WeeklyInterval }[] = []
  for (const [day, { intervals }] of days.entries()) {
    for (const [row, { start, end }] of intervals.entries()) {
      const [startMinute, endMinute] = [minuteOfText(start), endOfText(end)]
      if (startMinute === undefined) problems.push({ day, row, side: 'start', message: timeFormatMessage })
      if (endMinute === undefined) problems.push({ day, row, side: 'end', message: timeFormatMessage })
      if (startMinute === undefined || endMinute === undefined) continue
      readIntervals.push({ day, row, interval: { weekday: day + 1, startMinute, endMinute } })
    }
  }
  const checked = week.safeParse(readIntervals.map(({ interval }) => interval))
  for (const { path, message } of checked.error?.issues ?? []) {
    const at = readIntervals[Number(path[0])]
    // For an interval that ends before it begins, the overlap error would only distract.
    const isReversed = at !== undefined && at.interval.startMinute >= at.interval.endMinute
    if (at && !(isReversed && path[1] === 'startMinute'))
      problems.push({ day: at.day, row: at.row, side: path[1] === 'endMinute' ? 'end' : 'start', message })
  }
  return { hours: checked.data ?? [], errors: asErrors(problems) }
}

function asErrors(
  problems: readonly { day: number; row: number; side: 'start' | 'end'; message: string }[],
): FieldErrors<WeekValues> {
  if (problems.length === 0) return {}
  const days: { intervals: { start?: object; end?: object }[] }[] = []
  for (const { day, row, side, message } of problems) {
    days[day] ??= { intervals: [] }
    const { intervals } = days[day]
    intervals[row] = { [side]: { type: 'manual', message }, ...intervals[row] }
  }
  return { days } as FieldErrors<WeekValues>
}

/** A day may end at midnight, typed as 24:00 or 00:00. */
function endOfText(text: string): number | undefined {
  return text === '24:00' || text === '00:00' ? dayMinutes : minuteOfText(text)
}
