import { type WeekdayKey, weekdayKeys } from '#contract/weekday-keys.ts'
import { weekdayNames } from '#web/platform/local-days.ts'

export const nameOf = (weekday: WeekdayKey): string => weekdayNames[weekdayKeys.indexOf(weekday)] ?? ''

type HourName = `${WeekdayKey}${'Start' | 'End'}`
/** The form's hours; an empty text is a day off. */
export type WeekHours = Partial<Record<HourName | 'breakStart' | 'breakEnd', string>>
type Day = { start: string; end: string }

export function dayOf(hours: WeekHours, weekday: WeekdayKey): Day {
  return { start: hours[`${weekday}Start`] ?? '', end: hours[`${weekday}End`] ?? '' }
}

export function sameHours({ weekdays, start, end }: { weekdays: readonly WeekdayKey[] } & Day): WeekHours {
  return Object.fromEntries(
    weekdays.flatMap((weekday) => [
      [`${weekday}Start`, start],
      [`${weekday}End`, end],
    ]),
  )
}

/** The preset, Monday to Saturday: 09:00–13:00 and 14:00–19:00, whose 18 half hours begin from 9:00 to 12:30 and from 14:00 to 18:30. */
export const presetHours: WeekHours = {
  breakStart: '13:00',
  breakEnd: '14:00',
  ...sameHours({ weekdays: weekdayKeys.filter((weekday) => weekday !== 'sunday'), start: '09:00', end: '19:00' }),
  ...sameHours({ weekdays: ['sunday'], start: '', end: '' }),
}

/** `Lunes a viernes, 09:00–18:00`: consecutive days with the same hours share one line. */
export function hoursInWords(hours: WeekHours): string[] {
  const runs: { first: WeekdayKey; last: WeekdayKey; day: Day }[] = []
  for (const [index, weekday] of weekdayKeys.entries()) {
    const day = dayOf(hours, weekday)
    const run = runs.at(-1)
    const follows = run !== undefined && run.last === weekdayKeys[index - 1]
    if (day.start === '' || day.end === '') continue
    if (follows && run.day.start === day.start && run.day.end === day.end) run.last = weekday
    else runs.push({ first: weekday, last: weekday, day })
  }
  return runs.map(({ first, last, day }) => {
    const days = first === last ? nameOf(first) : `${nameOf(first)} a ${nameOf(last).toLocaleLowerCase('es')}`
    return `${days}, ${dayInWords(day, hours)}`
  })
}

function dayInWords({ start, end }: Day, { breakStart = '', breakEnd = '' }: WeekHours): string {
  const isInside = breakStart !== '' && start < breakStart && breakEnd !== '' && breakEnd < end
  return isInside ? `${start}–${breakStart} y ${breakEnd}–${end}` : `${start}–${end}`
}
