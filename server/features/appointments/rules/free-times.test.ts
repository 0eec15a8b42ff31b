import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
import { freeStarts, inDayPart, isFreeStart } from './free-times.ts'

const montevideo = 'America/Montevideo'
const everyDay = (startMinute: number, endMinute: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute, endMinute }))
const always = { earliest: new Date(-8.64e15), latest: new Date(8.64e15) }
const base = { zone: montevideo, days: 1, busy: [] as Span[], durationMinutes: 60, gridMinutes: 30, ...always }

const times = (starts: Date[]) => starts.map((start) => start.toISOString().slice(0, 16))
const span = (startsAt: string, endsAt: string): Span => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })

describe('the free times of a day', () => {
  it('start on the grid and end by the end of the interval', () => {
    const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(9 * 60 + 10, 12 * 60) })
    expect(times(starts)).toEqual(['2026-11-20T12:30', '2026-11-20T13:00', '2026-11-20T13:30', '2026-11-20T14:00'])
  })

  it('are none where the hours of that weekday are empty', () => {
    const hours = [{ weekday: 1, startMinute: 540, endMinute: 1080 }]
    expect(freeStarts({ ...base, from: '2026-11-20', hours })).toEqual([])
  })

  it('leave out whatever an appointment touches, and nothing more', () => {
    const busy = [span('2026-11-20T13:00Z', '2026-11-20T13:45Z')]
    const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(9 * 60, 13 * 60), busy })
    expect(times(starts)).toEqual(['2026-11-20T12:00', '2026-11-20T14:00', '2026-11-20T14:30', '2026-11-20T15:00'])
  })

  it('are whole even when busy spans overlap each other and come unsorted', () => {
    const busy = [
      span('2026-11-20T14:00Z', '2026-11-20T15:00Z'),
      span('2026-11-19T00:00Z', '2026-11-20T13:00Z'),
      span('2026-11-20T12:30Z', '2026-11-20T13:30Z'),
    ]
    const starts = freeStarts({
      ...base,
      from: '2026-11-20',
      hours: everyDay(9 * 60, 14 * 60),
      busy,
      durationMinutes: 30,
    })
    expect(times(starts)).toEqual([
      '2026-11-20T13:30',
      '2026-11-20T15:00',
      '2026-11-20T15:30',
      '2026-11-20T16:00',
      '2026-11-20T16:30',
    ])
  })

  it('run through where two intervals touch', () => {
    const hours = [...everyDay(540, 630), ...everyDay(630, 660)]
    expect(times(freeStarts({ ...base, from: '2026-11-20', hours }))).toEqual([
      '2026-11-20T12:00',
      '2026-11-20T12:30',
      '2026-11-20T13:00',
    ])
  })

  it('reach midnight, and no interval crosses it', () => {
    const starts = freeStarts({ ...base, from: '2026-11-30', days: 2, hours: everyDay(22 * 60, 24 * 60) })
    expect(times(starts)).toEqual([
      '2026-12-01T01:00',
      '2026-12-01T01:30',
      '2026-12-01T02:00',
      '2026-12-02T01:00',
      '2026-12-02T01:30',
      '2026-12-02T02:00',
    ])
  })

  it('run over the end of a month and of February', () => {
    const starts = freeStarts({ ...base, from: '2028-02-28', days: 3, hours: everyDay(540, 600) })
    expect(times(starts)).toEqual(['2028-02-28T12:00', '2028-02-29T12:00', '2028-03-01T12:00'])
  })

  it('begin an hour ahead to the minute, and end with the last allowed instant', () => {
    const earliest = new Date('2026-11-20T13:00:00Z')
    const latest = new Date('2026-11-20T14:00:00Z')
    const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(540, 1080), earliest, latest })
    expect(times(starts)).toEqual(['2026-11-20T13:00', '2026-11-20T13:30', '2026-11-20T14:00'])
  })
})

describe('on days when the clocks change', () => {
  it('a wall time that is skipped is not offered', () => {
    // New York, 8 March 2026: 01:59 is followed by 03:00.
    const starts = freeStarts({
      ...base,
      zone: 'America/New_York',
      from: '2026-03-08',
      hours: everyDay(60, 5 * 60),
      durationMinutes: 30,
    })
    expect(times(starts)).toEqual([
      '2026-03-08T06:00',
      '2026-03-08T06:30',
      '2026-03-08T07:00',
      '2026-03-08T07:30',
      '2026-03-08T08:00',
      '2026-03-08T08:30',
    ])
  })

  it('a wall time that comes twice is offered once, at its first occurrence', () => {
    // Madrid, 25 October 2026: 02:00 to 02:59 come twice.
    const starts = freeStarts({
      ...base,
      zone: 'Europe/Madrid',
      from: '2026-10-25',
      hours: everyDay(60, 4 * 60),
      durationMinutes: 30,
    })
    expect(times(starts)).toEqual([
      '2026-10-24T23:00',
      '2026-10-24T23:30',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
    ])
  })

  it('a day that begins at one in the morning still has its hours', () => {
    // São Paulo, 4 November 2018: midnight did not exist.
    const starts = freeStarts({
      ...base,
      zone: 'America/Sao_Paulo',
      from: '2018-11-04',
      hours: everyDay(0, 2 * 60),
      durationMinutes: 30,
    })
    expect(times(starts)).toEqual(['2018-11-04T03:00', '2018-11-04T03:30'])
    const evening = freeStarts({
      ...base,
      zone: 'America/Sao_Paulo',
      from: '2018-11-03',
      hours: everyDay(23 * 60, 24 * 60),
      durationMinutes: 30,
    })
    expect(times(evening)).toEqual(['2018-11-04T02:00', '2018-11-04T02:30'])
  })

  it('a zone that moves by half an hour keeps to its own wall clock', () => {
    const starts = freeStarts({
      ...base,
      zone: 'Australia/Lord_Howe',
      from: '2026-10-04',
      hours: everyDay(90, 4 * 60),
      durationMinutes: 30,
    })
    expect(
      starts.map((start) =>
        start.toLocaleTimeString('en-GB', { timeZone: 'Australia/Lord_Howe', hour: '2-digit', minute: '2-digit' }),
      ),
    ).toEqual(['01:30', '02:30', '03:00', '03:30'])
  })
})

describe('for any hours, appointments and zone', () => {
  const zones = fc.constantFrom(
    montevideo,
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

  it('no free time overlaps anything busy, every one is in order and on the grid', () => {
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

  it('every free time lies in the hours of its day to its last minute, clocks that change or not', () => {
    fc.assert(
      fc.property(nearChange(question), grids, ({ question: { durationMinutes, ...q }, busy }, gridMinutes) => {
        for (const start of freeStarts({ ...base, ...q, durationMinutes, gridMinutes, days: 3, busy })) {
          expect(isWorked(start, durationMinutes, q)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('no time is kept back that is open and free', () => {
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

  it('what is busy leaves no more times than before, and none anew', () => {
    fc.assert(
      fc.property(question, ({ question: q, busy }) => {
        const all = new Set(times(freeStarts({ ...base, ...q, days: 5 })))
        for (const start of times(freeStarts({ ...base, ...q, days: 5, busy }))) expect(all.has(start)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('asking for one start agrees with the list', () => {
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

it('parts of the day and the weekend go by the wall clock', () => {
  expect(inDayPart({ weekday: 5, minute: 719, dayPart: 'morning' })).toBe(true)
  expect(inDayPart({ weekday: 5, minute: 720, dayPart: 'morning' })).toBe(false)
  expect(inDayPart({ weekday: 5, minute: 1079, dayPart: 'afternoon' })).toBe(true)
  expect(inDayPart({ weekday: 5, minute: 1080, dayPart: 'evening' })).toBe(true)
  expect(inDayPart({ weekday: 5, minute: 600, dayPart: 'weekend' })).toBe(false)
  expect(inDayPart({ weekday: 6, minute: 600, dayPart: 'weekend' })).toBe(true)
})

it('only wanted starts are listed', () => {
  const wanted = ({ minute }: { minute: number }) => minute >= 600
  const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(540, 720), durationMinutes: 30, wanted })
  expect(times(starts)).toEqual(['2026-11-20T13:00', '2026-11-20T13:30', '2026-11-20T14:00', '2026-11-20T14:30'])
})
