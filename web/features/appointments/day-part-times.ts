import { dayParts } from '#contract/calendar.ts'
import { formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'

type Group = { id: string; label: string; times: { id: string; label: string }[] }

/** Free times in the groups of a grid, by part of the day. `idOf`: what pressing a time returns. */
export function dayPartTimes(
  times: readonly { startsAt: string }[],
  idOf: (startsAt: string) => string = (startsAt) => startsAt,
): Group[] {
  return Object.entries(dayParts).map(([id, { label, fromHour, toHour }]) => ({
    id,
    label,
    times: times
      .filter(({ startsAt }) => {
        const { hour } = localMoment(startsAt)
        return hour >= fromHour && hour < toHour
      })
      .map(({ startsAt }) => ({ id: idOf(startsAt), label: formatTime(startsAt) })),
  }))
}
