import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
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
          const startsAt = new Date(Date.parse(day) + offset * 60_000)
          return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000) }
        }),
      )
  const question = fc
    .record({ zone: zones, from, hours, durationMinutes: fc.integer({ min: 15, max: 300 }) })
    .chain((q) => fc.record({ question: fc.constant(q), busy: busy(q.from) }))

  const grids = fc.constantFrom(5, 10, 15, 30, 60)
  /** Half of them on the days around a change of the clocks of their zone. */
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
  const nearChange = (questions: typeof question) =>
    fc
      .tuple(questions, fc.option(fc.constantFrom(...changes)))
      .chain(([{ question: q, busy: near }, change]) =>
        change === null
          ? fc.constant({ question: q, busy: near })
          : fc.record({ question: fc.constant({ ...q, from: change }), busy: busy(change) }),
      )

  it('the free times are in order, on the grid, and overlap nothing busy', () => {
    fc.assert(
      fc.property(question, ({ question: { durationMinutes, ...q }, busy }) => {
        const starts = freeStarts({ ...base, ...q, durationMinutes, days: 5, busy })
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: q.zone, minute: '2-digit' })
        for (const [index, start] of starts.entries()) {
          const end = start.getTime() + durationMinutes * 60_000
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
   * Whether a consultation that begins there fits into the hours of that day, worked out apart from the rule's own arithmetic:
   * it begins within some hours on the wall, and ends before they close. What touches is worked through; a closing time that
   * the clocks skip is as much later.
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
    return start.getTime() + minutes * 60_000 <= closes
  }

  it('every free time is inside the hours of its day to its last minute, even when the clocks change', () => {
    fc.assert(
      fc.property(nearChange(question), grids, ({ question: { durationMinutes, ...q }, busy }, gridMinutes) => {
        for (const start of freeStarts({ ...base, ...q, durationMinutes, gridMinutes, days: 3, busy })) {
          expect(isWorked(start, durationMinutes, q)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('no time that is open and free is left out', () => {
    fc.assert(
      fc.property(nearChange(question), grids, ({ question: { durationMinutes, ...q }, busy }, gridMinutes) => {
        const starts = freeStarts({ ...base, ...q, durationMinutes, gridMinutes, days: 1, busy })
        const offered = new Set(starts.map((start) => start.getTime()))
        const day = Temporal.PlainDate.from(q.from)
        for (let minute = 0; minute < 1440; minute += gridMinutes) {
          const wall = day.toPlainDateTime().add({ minutes: minute })
          const there = wall.toZonedDateTime(q.zone)
          if (!there.toPlainDateTime().equals(wall)) continue
          const start = new Date(there.epochMilliseconds)
          const end = start.getTime() + durationMinutes * 60_000
          const isFree = !busy.some(({ startsAt, endsAt }) => startsAt.getTime() < end && endsAt > start)
          expect(offered.has(start.getTime()), `${wall.toString()} in ${q.zone}`).toBe(
            isFree && isWorked(start, durationMinutes, q),
          )
        }
      }),
      { numRuns: 150 },
    )
  })

  it('busy spans only ever remove free times', () => {
    fc.assert(
      fc.property(question, ({ question: q, busy }) => {
        const all = new Set(times(freeStarts({ ...base, ...q, days: 5 })))
        for (const start of times(freeStarts({ ...base, ...q, days: 5, busy }))) expect(all.has(start)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('a start is free exactly when the list contains it', () => {
    fc.assert(
      fc.property(question, ({ question: q, busy }) => {
        for (const startsAt of freeStarts({ ...base, ...q, days: 3, busy }).slice(0, 5)) {
          expect(isFreeStart({ ...base, ...q, busy, startsAt })).toBe(true)
          expect(isFreeStart({ ...base, ...q, busy, startsAt: new Date(startsAt.getTime() + 60_000) })).toBe(false)
        }
      }),
      { numRuns: 100 },
    )
  })
})
