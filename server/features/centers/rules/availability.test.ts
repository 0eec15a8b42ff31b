import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeStarts } from '#server/features/appointments/rules/free-times.ts'
import { dayMs, localDay, minuteMs, type Span } from '#server/platform/local-time.ts'
import { isCovered, outsideHours, overlapping } from './availability.ts'

/** Zones with no summer time, with summer time, with a skipped midnight, with a half-hour shift, and with a skipped day. */
const zones = ['America/Montevideo', 'Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia']
const zones$ = fc.constantFrom(...zones)
const from = Date.UTC(2011, 11, 1)
const instant$ = fc.integer({ min: 0, max: 120 * 288 }).map((step) => new Date(from + step * 5 * minuteMs))
const span$ = (longest: number): fc.Arbitrary<Span> =>
  fc
    .tuple(instant$, fc.integer({ min: 1, max: longest / 5 }))
    .map(([startsAt, steps]) => ({ startsAt, endsAt: new Date(startsAt.getTime() + steps * 5 * minuteMs) }))
const interval$ = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 286 }), fc.integer({ min: 1, max: 200 }))
  .map(([weekday, start, length]) => ({
    weekday,
    startMinute: start * 5,
    endMinute: Math.min(1440, (start + length) * 5),
  }))

const overlaps = (one: Span, other: Span) =>
  Math.min(one.endsAt.getTime(), other.endsAt.getTime()) > Math.max(one.startsAt.getTime(), other.startsAt.getTime())

describe('the appointments that a change of hours affects', () => {
  test('never include a time that the same hours offer, even when the clocks change', () => {
    fc.assert(
      fc.property(
        zones$,
        fc.array(interval$, { maxLength: 8 }),
        instant$,
        fc.integer({ min: 3, max: 36 }),
        (zone, hours, day, fives) => {
          const durationMinutes = fives * 5
          const starts = freeStarts({
            zone,
            from: localDay({ instant: day, zone }),
            days: 3,
            hours,
            busy: [],
            durationMinutes,
            gridMinutes: 5,
            earliest: new Date(0),
            latest: new Date(8.64e15),
          })
          const items = starts.map((startsAt) => ({
            startsAt,
            endsAt: new Date(startsAt.getTime() + durationMinutes * minuteMs),
          }))
          expect(outsideHours({ hours, zone, items })).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  test('have a minute outside the hours, or cross midnight', () => {
    fc.assert(
      fc.property(zones$, fc.array(interval$, { maxLength: 8 }), span$(240), (zone, hours, item) => {
        const last = new Date(item.endsAt.getTime() - minuteMs)
        const crossesMidnight = localDay({ instant: item.startsAt, zone }) !== localDay({ instant: last, zone })
        const minutes = (item.endsAt.getTime() - item.startsAt.getTime()) / minuteMs
        const worksThroughout = Array.from({ length: minutes }, (_, index) =>
          wallClock(zone, item.startsAt.getTime() + index * minuteMs),
        ).every(({ weekday, minute }) =>
          hours.some((each) => each.weekday === weekday && each.startMinute <= minute && minute < each.endMinute),
        )
        const isOutside = outsideHours({ hours, zone, items: [item] }).length === 1
        // When an hour occurs twice, the wall clock alone is ambiguous.
        if (isOutside) expect(crossesMidnight || !worksThroughout || hasClockChange(item, zone)).toBe(true)
        else expect(worksThroughout && !crossesMidnight).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('of hours by time off are exactly those that overlap it', () => {
    fc.assert(
      fc.property(fc.array(span$(600), { maxLength: 12 }), fc.array(span$(5000), { maxLength: 5 }), (items, spans) => {
        const affected = overlapping({ items, spans })
        expect(affected).toEqual(items.filter((item) => spans.some((span) => overlaps(item, span))))
      }),
    )
  })

  test('of hours by time off exclude one that ends when the time off begins', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour))
    const item = { startsAt: at(12), endsAt: at(13) }
    const spans = [
      { startsAt: at(11), endsAt: at(12) },
      { startsAt: at(13), endsAt: at(14) },
    ]
    expect(overlapping({ items: [item], spans })).toEqual([])
  })
})

test('a span is covered when each of its instants is', () => {
  fc.assert(
    fc.property(span$(600), fc.array(span$(600), { maxLength: 6 }), (span, by) => {
      const steps = (span.endsAt.getTime() - span.startsAt.getTime()) / (5 * minuteMs)
      const every = Array.from({ length: steps }, (_, index) => span.startsAt.getTime() + index * 5 * minuteMs)
      const expected = every.every((at) =>
        by.some(({ startsAt, endsAt }) => startsAt.getTime() <= at && at < endsAt.getTime()),
      )
      expect(isCovered(span, { by })).toBe(expected)
    }),
  )
})

const clocks = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
)

function wallClock(zone: string, at: number): { weekday: number; minute: number } {
  const parts = clocks.get(zone)?.formatToParts(at) ?? []
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const weekday = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(partOf('weekday'))
  return { weekday, minute: Number(partOf('hour')) * 60 + Number(partOf('minute')) }
}

/** Whether the clocks change within a day of the item. */
function hasClockChange({ startsAt, endsAt }: Span, zone: string): boolean {
  const offset = (at: number) =>
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value
  return offset(startsAt.getTime() - dayMs) !== offset(endsAt.getTime() + dayMs)
}
