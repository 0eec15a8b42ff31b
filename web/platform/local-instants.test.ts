import { expect, test } from 'vitest'

import { clockText, minuteOfText } from './clock-text.ts'
import { localClock, localInstant } from './local-instants.ts'

test('an instant converts to the clock in Montevideo and back', () => {
  const instant = '2026-11-20T17:30:00.000Z'
  expect(localClock(instant)).toEqual({ date: '2026-11-20', minute: 14 * 60 + 30 })
  expect(localInstant({ date: '2026-11-20', minute: 14 * 60 + 30 })).toBe(instant)
})

test('late in the evening the local day is still the same', () => {
  expect(localClock('2026-11-21T02:59:00Z')).toEqual({ date: '2026-11-20', minute: 23 * 60 + 59 })
  expect(localInstant({ date: '2026-11-20', minute: 24 * 60 })).toBe('2026-11-21T03:00:00.000Z')
})

test("in a year with summer time, that year's offset applies", () => {
  expect(localInstant({ date: '2013-01-10', minute: 9 * 60 })).toBe('2013-01-10T11:00:00.000Z')
  expect(localClock('2013-01-10T11:00:00Z')).toEqual({ date: '2013-01-10', minute: 9 * 60 })
})

test.each([
  ['09:30', 570],
  ['00:00', 0],
  ['23:59', 1439],
  ['24:00', undefined],
  ['9:30', undefined],
  ['', undefined],
])('%j is minute %j', (text, minute) => {
  expect(minuteOfText(text)).toBe(minute)
  if (minute !== undefined) expect(clockText(minute)).toBe(text)
})
