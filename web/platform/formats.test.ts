import { describe, expect, test } from 'vitest'

import {
  formatDate,
  formatDay,
  formatDistance,
  formatLongDay,
  formatMoney,
  formatPhone,
  formatTime,
  formatTotal,
} from './formats.ts'

/** Replaces non-breaking spaces, so that the expectations are readable. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('money', () => {
  test.each([
    [125_000, '$ 1.250'],
    [125_050, '$ 1.250,50'],
    [0, '$ 0'],
    [5_000, '$ 50'],
    [-125_000, '−$ 1.250'],
    [123_456_700, '$ 1.234.567'],
  ])('%i cents read %s', (cents, text) => expect(plain(formatMoney(cents))).toBe(text))
})

describe('distance', () => {
  test.each([
    [0, '0 m'],
    [847, '850 m'],
    [994, '990 m'],
    [996, '1,0 km'],
    [1_234, '1,2 km'],
    [9_949, '9,9 km'],
    [9_951, '10 km'],
    [14_400, '14 km'],
  ])('%i metres read %s', (meters, text) => expect(plain(formatDistance(meters))).toBe(text))
})

describe('days and times are those of Montevideo', () => {
  test('an instant after midnight in UTC is still the evening before', () => {
    const moment = '2026-11-21T02:30:00Z'
    expect(formatDay(moment)).toBe('vie 20 nov')
    expect(formatLongDay(moment)).toBe('viernes 20 de noviembre')
    expect(formatTime(moment)).toBe('23:30')
  })

  test('midnight reads 00:00', () => expect(formatTime('2026-11-20T03:00:00Z')).toBe('00:00'))

  test('a bare day stays that day', () => {
    expect(formatDay('2026-11-20')).toBe('vie 20 nov')
    expect(formatDate('2026-11-01')).toBe('1 de noviembre de 2026')
  })

  test('a Date is formatted like its ISO text', () =>
    expect(formatTime(new Date('2026-11-20T17:30:00Z'))).toBe('14:30'))
})

test.each([
  ['+59899123456', '+598 99 123 456'],
  ['+59827101234', '+598 2710 1234'],
  ['+541143211234', '+541143211234'],
])('the number %s reads %s', (stored, shown) => expect(formatPhone(stored)).toBe(shown))

test.each([
  [200, 201, '200'],
  [201, 201, 'Más de 200'],
  [201, 1001, '201'],
])('a total of %i that is counted to %i reads %s', (total, countedTo, shown) =>
  expect(formatTotal({ total, countedTo })).toBe(shown),
)
