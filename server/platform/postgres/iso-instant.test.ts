import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoInstant } from './iso-instant.ts'

/** PostgreSQL leaves out the zeros at the end. */
const fractionOf = (date: Date) =>
  date
    .toISOString()
    .slice(19, -1)
    .replace(/\.?0+$/, '')

test('an instant that PostgreSQL wrote becomes what toISOString() returns, with and without a fraction', () => {
  expect(isoInstant('2026-11-22 12:30:00+00')).toBe('2026-11-22T12:30:00.000Z')
  expect(isoInstant('2026-11-22 12:30:00.123456+00')).toBe('2026-11-22T12:30:00.123Z')
  const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (date) => {
      const written = `${date.toISOString().slice(0, 19)}${fractionOf(date)}+00`.replace('T', ' ')
      expect(isoInstant(written)).toBe(date.toISOString())
    }),
  )
})
