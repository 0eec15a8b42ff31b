import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  hourMs,
  localDay,
  localMonth,
  mergeWeeklyIntervals,
  minuteMs,
  startOfDay,
  wholeDay,
} from './local-time.ts'

const montevideo = 'America/Montevideo'
/** Without summer time now, with it, with a skipped midnight, with a half-hour shift, and with a skipped day. */
const zones = ['America/Montevideo', 'Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia']
const zones$ = fc.constantFrom(...zones)
const from = Date.UTC(2011, 11, 1)
const instant$ = fc.integer({ min: 0, max: 120 * 288 }).map((step) => new Date(from + step * 5 * minuteMs))

test('a local day follows the wall clock of its zone', () => {
  expect(localDay({ instant: new Date('2026-12-01T02:59:59Z'), zone: montevideo })).toBe('2026-11-30')
  expect(startOfDay({ day: '2026-12-01', zone: montevideo }).toISOString()).toBe('2026-12-01T03:00:00.000Z')
  expect(addDays({ day: '2026-02-28', days: 1 })).toBe('2026-03-01')
})

describe('a whole local day', () => {
  test('holds every instant of that day and no other, also when the clocks change', () => {
    fc.assert(
      fc.property(zones$, instant$, instant$, (zone, at, other) => {
        const day = localDay({ instant: at, zone })
        const { startsAt, endsAt } = wholeDay({ day, zone })
        expect(startsAt <= at && at < endsAt).toBe(true)
        expect(startsAt <= other && other < endsAt).toBe(localDay({ instant: other, zone }) === day)
      }),
      { numRuns: 300 },
    )
  })

  test('has 23 hours in spring and 25 in autumn', () => {
    const hours = (day: string) => {
      const { startsAt, endsAt } = wholeDay({ day, zone: 'Europe/Madrid' })
      return (endsAt.getTime() - startsAt.getTime()) / hourMs
    }
    expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25])
  })
})

test('hours of one day that touch or overlap become one interval', () => {
  const monday = { weekday: 1, startMinute: 540, endMinute: 780 }
  expect(
    mergeWeeklyIntervals([
      { weekday: 2, startMinute: 540, endMinute: 600 },
      { weekday: 1, startMinute: 780, endMinute: 840 },
      monday,
      { weekday: 1, startMinute: 600, endMinute: 700 },
      { weekday: 1, startMinute: 900, endMinute: 960 },
    ]),
  ).toEqual([
    { weekday: 1, startMinute: 540, endMinute: 840 },
    { weekday: 1, startMinute: 900, endMinute: 960 },
    { weekday: 2, startMinute: 540, endMinute: 600 },
  ])
  expect(monday.endMinute).toBe(780)
})

test.each([
  ['2026-02-28', { from: '2026-02-01', to: '2026-03-01' }],
  ['2026-11-30', { from: '2026-11-01', to: '2026-12-01' }],
  ['2026-12-01', { from: '2026-12-01', to: '2027-01-01' }],
])('the month of %s ends with its last day, before the first of the next one', (day, month) => {
  expect(localMonth({ day })).toEqual(month)
})
