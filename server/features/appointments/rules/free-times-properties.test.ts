import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { freeStarts, isFreeStart } from './free-times.ts'

const always = { earliest: new Date(-8.64e15), latest: new Date(8.64e15) }
const base = { busy: [] as Span[], gridMinutes: 30, ...always }
const times = (starts: Date[]) => starts.map((start) => start.toISOString())

describe('for any hours, appointments and zone', () => {
  const zones = fc.constantFrom(
    'America/Montevideo',
    'America/New_York',
    'Europe/Madrid',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
  )
  const from = fc
    .date({ min: new Date('2017-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const interval = fc.tuple(
    fc.integer({ min: 1, max: 7 }),
    fc.integer({ min: 0, max: 1430 }),
    fc.integer({ min: 5, max: 1440 }),
  )
  const hours = fc
    .array(interval, { maxLength: 12 })
    .map((all) =>
      all.filter(([, a, b]) => a < b).map(([weekday, startMinute, endMinute]) => ({ weekday, startMinute, endMinute })),
    )
  const busy = (day: string) =>
    fc
      .array(fc.tuple(fc.integer({ min: -1440, max: 6 * 1440 }), fc.integer({ min: 1, max: 2000 })), { maxLength: 20 })
      .map((all) =>
        all.map(([offset, minutes]) => {
          const startsAt = new Date(Date.parse(day) + offset * minuteMs)
          return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * minuteMs) }
        }),
      )
  const requests = fc
    .record({ zone: zones, from, hours, durationMinutes: fc.integer({ min: 15, max: 300 }) })
    .chain((request) => fc.record({ request: fc.constant(request), busy: busy(request.from) }))

  const grids = fc.constantFrom(5, 10, 15, 30, 60)
  /** Days on which the clocks change in one of the zones. */
  const changes = [
    '2026-03-08',
    '2026-11-01',
    '2026-03-29',
    '2026-10-25',
    '2026-10-04',
    '2026-04-05',
    '2018-11-04',
    '2018-02-18',
  ]
  const nearChange = (all: typeof requests) =>
    fc
      .tuple(all, fc.option(fc.constantFrom(...changes)))
      .chain(([{ request, busy: near }, change]) =>
        change === null
          ? fc.constant({ request, busy: near })
          : fc.record({ request: fc.constant({ ...request, from: change }), busy: busy(change) }),
      )

  it('the free times are in order, on the grid, and overlap nothing busy', () => {
    fc.assert(
      fc.property(requests, ({ request: { durationMinutes, ...request }, busy }) => {
        const starts = freeStarts({ ...base, ...request, durationMinutes, days: 5, busy })
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: request.zone, minute: '2-digit' })
        for (const [index, start] of starts.entries()) {
          const end = start.getTime() + durationMinutes * minuteMs
          expect(busy.some((span) => span.startsAt.getTime() < end && span.endsAt > start)).toBe(false)
          const minute = Number(clock.format(start))
          expect(minute % 30).toBe(0)
          expect(start.getTime()).toBeGreaterThan(starts[index - 1]?.getTime() ?? Number.NEGATIVE_INFINITY)
        }
      }),
      { numRuns: 300 },
    )
  })

  /**
   * Whether a consultation that begins then fits into the hours of that day, computed independently of the rule: it begins
   * inside an interval by the wall clock, and ends before the interval closes. Intervals that touch count as one, and a
   * closing time that the clocks skip is that much later.
   */
  const isWorked = (
    start: Date,
    minutes: number,
    { zone, hours }: { zone: string; hours: readonly WeeklyInterval[] },
  ) => {
    const wall = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone)
    const minuteOfDay = wall.hour * 60 + wall.minute
    const day = wall.toPlainDate()
    const intervals = hours.filter(({ weekday }) => weekday === day.dayOfWeek)
    const isOpenAt = (minute: number) =>
      intervals.some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute)
    if (!isOpenAt(minuteOfDay)) return false
    let closing = minuteOfDay
    while (isOpenAt(closing)) closing += 1
    const closes = day.toPlainDateTime().add({ minutes: closing }).toZonedDateTime(zone).epochMilliseconds
    return start.getTime() + minutes * minuteMs <= closes
  }

  it('every free time is inside the hours of its day to its last minute, even when the clocks change', () => {
    fc.assert(
      fc.property(nearChange(requests), grids, ({ request: { durationMinutes, ...request }, busy }, gridMinutes) => {
        for (const start of freeStarts({ ...base, ...request, durationMinutes, gridMinutes, days: 3, busy })) {
          expect(isWorked(start, durationMinutes, request)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('no time that is open and free is left out', () => {
    fc.assert(
      fc.property(nearChange(requests), grids, ({ request: { durationMinutes, ...request }, busy }, gridMinutes) => {
        const starts = freeStarts({ ...base, ...request, durationMinutes, gridMinutes, days: 1, busy })
        const offered = new Set(starts.map((start) => start.getTime()))
        const day = Temporal.PlainDate.from(request.from)
        for (let minute = 0; minute < 1440; minute += gridMinutes) {
          const wall = day.toPlainDateTime().add({ minutes: minute })
          const there = wall.toZonedDateTime(request.zone)
          if (!there.toPlainDateTime().equals(wall)) continue
          const start = new Date(there.epochMilliseconds)
          const end = start.getTime() + durationMinutes * minuteMs
          const isFree = !busy.some(({ startsAt, endsAt }) => startsAt.getTime() < end && endsAt > start)
          expect(offered.has(start.getTime()), `${wall.toString()} in ${request.zone}`).toBe(
            isFree && isWorked(start, durationMinutes, request),
          )
        }
      }),
      { numRuns: 150 },
    )
  })

  it('busy spans only ever remove free times', () => {
    fc.assert(
      fc.property(requests, ({ request, busy }) => {
        const all = new Set(times(freeStarts({ ...base, ...request, days: 5 })))
        for (const start of times(freeStarts({ ...base, ...request, days: 5, busy }))) expect(all.has(start)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('a start is free exactly when the list contains it', () => {
    fc.assert(
      fc.property(requests, ({ request, busy }) => {
        for (const startsAt of freeStarts({ ...base, ...request, days: 3, busy }).slice(0, 5)) {
          expect(isFreeStart({ ...base, ...request, busy, startsAt })).toBe(true)
          expect(isFreeStart({ ...base, ...request, busy, startsAt: new Date(startsAt.getTime() + minuteMs) })).toBe(
            false,
          )
        }
      }),
      { numRuns: 100 },
    )
  })
})
