import { describe, expect, it } from 'vitest'
import type { Span } from '#server/platform/local-time.ts'
import { freeStarts, inDayPart } from './free-times.ts'

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

  it('are none on a weekday without hours', () => {
    const hours = [{ weekday: 1, startMinute: 540, endMinute: 1080 }]
    expect(freeStarts({ ...base, from: '2026-11-20', hours })).toEqual([])
  })

  it('leave out only the starts that overlap an appointment', () => {
    const busy = [span('2026-11-20T13:00Z', '2026-11-20T13:45Z')]
    const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(9 * 60, 13 * 60), busy })
    expect(times(starts)).toEqual(['2026-11-20T12:00', '2026-11-20T14:00', '2026-11-20T14:30', '2026-11-20T15:00'])
  })

  it('are complete when busy spans overlap each other and are unsorted', () => {
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

  it('continue where two intervals touch', () => {
    const hours = [...everyDay(540, 630), ...everyDay(630, 660)]
    expect(times(freeStarts({ ...base, from: '2026-11-20', hours }))).toEqual([
      '2026-11-20T12:00',
      '2026-11-20T12:30',
      '2026-11-20T13:00',
    ])
  })

  it('reach midnight and do not cross it', () => {
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

  it('continue over the end of a month and of February', () => {
    const starts = freeStarts({ ...base, from: '2028-02-28', days: 3, hours: everyDay(540, 600) })
    expect(times(starts)).toEqual(['2028-02-28T12:00', '2028-02-29T12:00', '2028-03-01T12:00'])
  })

  it('begin at the earliest allowed instant to the minute, and end with the latest', () => {
    const earliest = new Date('2026-11-20T13:00:00Z')
    const latest = new Date('2026-11-20T14:00:00Z')
    const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(540, 1080), earliest, latest })
    expect(times(starts)).toEqual(['2026-11-20T13:00', '2026-11-20T13:30', '2026-11-20T14:00'])
  })
})

describe('on days when the clocks change', () => {
  it('a wall-clock time that is skipped is not offered', () => {
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

  it('a wall-clock time that exists twice is offered once, at its first occurrence', () => {
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

  it('in a zone that changes by half an hour, free times follow its wall clock', () => {
    const starts = freeStarts({
      ...base,
      zone: 'Australia/Lord_Howe',
      from: '2026-10-04',
      hours: everyDay(90, 4 * 60),
      durationMinutes: 30,
    })
    expect(
      starts.map((start) =>
        start.toLocaleTimeString('en-GB', {
          timeZone: 'Australia/Lord_Howe',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }),
      ),
    ).toEqual(['01:30', '02:30', '03:00', '03:30'])
  })
})

it('parts of the day follow the wall clock', () => {
  expect(inDayPart({ minute: 719, dayPart: 'morning' })).toBe(true)
  expect(inDayPart({ minute: 720, dayPart: 'morning' })).toBe(false)
  expect(inDayPart({ minute: 1079, dayPart: 'afternoon' })).toBe(true)
  expect(inDayPart({ minute: 1080, dayPart: 'evening' })).toBe(true)
})

it('a filter keeps only the starts that it accepts', () => {
  const filter = ({ minute }: { minute: number }) => minute >= 600
  const starts = freeStarts({ ...base, from: '2026-11-20', hours: everyDay(540, 720), durationMinutes: 30, filter })
  expect(times(starts)).toEqual(['2026-11-20T13:00', '2026-11-20T13:30', '2026-11-20T14:00', '2026-11-20T14:30'])
})
