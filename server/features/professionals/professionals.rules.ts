import {
  localDay,
  localDays,
  mergeWeeklyIntervals,
  type Span,
  type WeeklyInterval,
} from '#server/platform/local-time.ts'

/** The items outside every interval of the week; adjoining intervals count as one. Days are days of the wall clock. */
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

/** The items that overlap one of the spans. */
export function overlapping<Item extends Span>({
  items,
  spans,
}: {
  items: readonly Item[]
  spans: readonly Span[]
}): Item[] {
  return items.filter((item) => spans.some((span) => item.startsAt < span.endsAt && span.startsAt < item.endsAt))
}

/** Whether the other spans together cover the whole span. */
export function isCovered(span: Span, { by }: { by: readonly Span[] }): boolean {
  let reached = span.startsAt.getTime()
  for (const { startsAt, endsAt } of [...by].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (startsAt.getTime() > reached) break
    reached = Math.max(reached, endsAt.getTime())
  }
  return reached >= span.endsAt.getTime()
}
