import {
  addDays,
  localDay,
  localDays,
  mergeWeeklyIntervals,
  type Span,
  type WeeklyInterval,
  wholeDay,
} from '#server/platform/local-time.ts'
import { versionOf } from '#server/platform/version.ts'

/** The items that no interval of the week contains; adjoining intervals count as one. Days and minutes are local. */
export function outsideHours<Item extends Span>({
  hours,
  zone,
  items,
}: {
  hours: readonly WeeklyInterval[]
  zone: string
  items: readonly Item[]
}): Item[] {
  const week = mergeWeeklyIntervals(hours)
  return items.filter(({ startsAt, endsAt }) => {
    const [day] = localDays({ zone, from: localDay({ instant: startsAt, zone }), days: 1 })
    return !week.some(
      (interval) =>
        interval.weekday === day?.weekday &&
        day.instantAt(interval.startMinute) <= startsAt.getTime() &&
        endsAt.getTime() <= day.instantAt(interval.endMinute),
    )
  })
}

export function overlapping<Item extends Span>({
  items,
  spans,
}: {
  items: readonly Item[]
  spans: readonly Span[]
}): Item[] {
  return items.filter((item) => spans.some((span) => item.startsAt < span.endsAt && span.startsAt < item.endsAt))
}

/** The local days (YYYY-MM-DD) that a span covers from midnight to midnight. */
export function daysCovered({ startsAt, endsAt }: Span, { zone }: { zone: string }): string[] {
  const days: string[] = []
  for (let day = localDay({ instant: startsAt, zone }); ; day = addDays({ day, days: 1 })) {
    const whole = wholeDay({ day, zone })
    if (whole.endsAt > endsAt) return days
    if (whole.startsAt >= startsAt) days.push(day)
  }
}

export function isCovered(span: Span, { by }: { by: readonly Span[] }): boolean {
  let coveredUntil = span.startsAt.getTime()
  for (const { startsAt, endsAt } of [...by].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (startsAt.getTime() > coveredUntil) break
    coveredUntil = Math.max(coveredUntil, endsAt.getTime())
  }
  return coveredUntil >= span.endsAt.getTime()
}

export function hoursVersion(hours: readonly WeeklyInterval[]): string {
  const intervals = hours.map(({ weekday, startMinute, endMinute }) => [weekday, startMinute, endMinute])
  return versionOf({ intervals: intervals.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d) })
}
