import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'
import { expiryOf, lastMovementOfExpired } from './loyalty.rules.ts'

// Half of them in the days around 29 February, which most years lack.
const instants = fc.oneof(
  fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  fc
    .record({ year: fc.integer({ min: 2020, max: 2040 }), ms: fc.integer({ min: 0, max: 4 * dayMs }) })
    .map(({ year, ms }) => new Date(Date.UTC(year, 1, 27) + ms)),
)

test('points that expire now have reached the time that their owner was told', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 3 * dayMs }), (now, before) => {
      const lastMovementAt = new Date(lastMovementOfExpired({ now }).getTime() - before)
      expect(expiryOf({ lastMovementAt }).getTime()).toBeLessThanOrEqual(now.getTime())
    }),
    { numRuns: 1000 },
  )
})

test('points expire at most a day after the time that their owner was told', () => {
  fc.assert(
    fc.property(instants, (lastMovementAt) => {
      const now = new Date(expiryOf({ lastMovementAt }).getTime() + dayMs)
      expect(lastMovementAt.getTime()).toBeLessThanOrEqual(lastMovementOfExpired({ now }).getTime())
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['2026-11-24T12:00:00Z', '2027-11-24T12:00:00Z'],
  ['2027-03-01T03:00:00Z', '2028-03-01T03:00:00Z'],
  // 2029 has no 29 February.
  ['2028-02-29T03:00:00Z', '2029-02-28T03:00:00Z'],
])('a last movement on %s lets points expire on %s', (lastMovementAt, expected) => {
  expect(expiryOf({ lastMovementAt: new Date(lastMovementAt) })).toEqual(new Date(expected))
})

test('on a 29 February no points expire that were moved on the first of March', () => {
  const before = lastMovementOfExpired({ now: new Date('2028-02-29T06:20:00Z') })
  expect(before).toEqual(new Date('2027-02-28T06:20:00Z'))
})
