import type { CenterProfile } from '#contract/centers.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { weekdayNames } from '#web/platform/local-days.ts'

type Interval = { startMinute: number; endMinute: number }
export type HoursLine = { days: string; hours: string }

/** A week in words: consecutive days with the same hours share one line ("Lunes a viernes", "09:00 a 13:00 y 14:00 a 19:00"). */
export function readableHours(hours: CenterProfile['hours']): HoursLine[] {
  const week = weekdayNames.map((_, index) =>
    textOf(mergeIntervals(hours.filter((item) => item.weekday === index + 1))),
  )
  const lines: { from: number; to: number; hours: string }[] = []
  week.forEach((text, day) => {
    const last = lines.at(-1)
    if (last?.hours === text) last.to = day
    else lines.push({ from: day, to: day, hours: text })
  })
  return lines.map((line) => ({ days: daysOf(line), hours: line.hours }))
}

/** The hours of several professionals overlap: touching intervals are merged. */
function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const { startMinute, endMinute } of [...intervals].sort((a, b) => a.startMinute - b.startMinute)) {
    const last = result.at(-1)
    if (last && startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, endMinute)
    else result.push({ startMinute, endMinute })
  }
  return result
}

function textOf(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return 'Cerrado'
  return intervals
    .map((item) => `${clockText(item.startMinute)}\u00a0a\u00a0${clockText(item.endMinute)}`)
    .join(' y\u00a0')
}

function daysOf({ from, to }: { from: number; to: number }): string {
  const first = weekdayNames[from] ?? ''
  if (from === to) return first
  return `${first} ${to - from === 1 ? 'y' : 'a'} ${(weekdayNames[to] ?? '').toLowerCase()}`
}
