import { presetHours } from '#contract/availability.ts'
import type { WeeklyInterval } from '#server/platform/local-time.ts'

/** «9-13 14:30-19» on each of the weekdays, 1 being Monday. */
function week(...parts: readonly (readonly [weekdays: readonly number[], hours: string])[]): WeeklyInterval[] {
  const minuteOf = (text: string) => {
    const [hour = 0, minute = 0] = text.split(':').map(Number)
    return hour * 60 + minute
  }
  return parts.flatMap(([weekdays, hours]) =>
    weekdays.flatMap((weekday) =>
      hours.split(' ').map((interval) => {
        const [from = '', to = ''] = interval.split('-')
        return { weekday, startMinute: minuteOf(from), endMinute: minuteOf(to) }
      }),
    ),
  )
}

const mondayToFriday = [1, 2, 3, 4, 5]

/** Working weeks of professionals, with how common each is. */
export const weeks: readonly (readonly [hours: readonly WeeklyInterval[], weight: number])[] = [
  [presetHours, 5],
  [week([mondayToFriday, '9-13 14-18']), 4],
  [week([mondayToFriday, '8-13']), 2],
  [week([mondayToFriday, '14-20']), 3],
  [week([mondayToFriday, '9-12 15-19:30'], [[6], '9-13']), 3],
  [week([[1, 2, 3, 4], '16-21'], [[6], '9-13']), 3],
  [week([[1, 3, 5], '9-13 14:30-19']), 3],
  [week([[2, 4], '8:30-12:30 14-20'], [[6], '10-14']), 3],
  [week([[1, 2, 4], '13-21']), 2],
  [week([[3, 4, 5], '10-18'], [[6], '9-14']), 2],
  [week([[4, 5, 6], '10-13 15-20'], [[7], '10-14']), 1],
  [week([[2, 3, 5], '17-21:30'], [[6, 7], '10-13']), 1],
]
