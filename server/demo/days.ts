import { zone } from '#contract/calendar.ts'
import { addDays, minuteMs, startOfDay } from '#server/platform/local-time.ts'

/** Dates relative to the day on which the demonstration is created: `at(-1, 18 * 60)` is yesterday at six in the afternoon. */
export type Days = { today: string; day(offset: number): string; at(offset: number, minute: number): Date }

export function daysAround(today: string): Days {
  const day = (offset: number) => addDays({ day: today, days: offset })
  // Called thousands of times, and time-zone conversion is expensive.
  const midnights = new Map<number, number>()
  const midnightOf = (offset: number): number => {
    const known = midnights.get(offset) ?? startOfDay({ day: day(offset), zone }).getTime()
    midnights.set(offset, known)
    return known
  }
  return { today, day, at: (offset, minute) => new Date(midnightOf(offset) + minute * minuteMs) }
}
