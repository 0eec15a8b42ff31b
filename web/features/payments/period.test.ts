import { expect, test } from 'vitest'
import { firstOfMonth } from '#contract/values.ts'

import { monthsUntil, periods, readPeriod } from './period.ts'

test.each([
  ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['halfYear', '2026-01-31', '2025-08-01', '2026-01-31'],
  ['year', '2026-01-31', '2025-02-01', '2026-01-31'],
] as const)('%s on %s runs from %s to %s', (name, today, from, to) => {
  expect(periods[name].of(today)).toEqual({ from, to })
})

test('the period in the URL is used unless it is reversed or too long', () => {
  expect(readPeriod({ desde: '2026-01-01', hasta: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  const usual = readPeriod({})
  expect(readPeriod({ desde: '2026-02-01', hasta: '2026-01-31' })).toEqual(usual)
  expect(readPeriod({ desde: '1990-01-01', hasta: '2026-01-31' })).toEqual(usual)
  expect(readPeriod({ desde: '2026-01-01' })).toEqual(usual)
})

test.each(['2026-11-29', '2026-01-01', '2024-02-29', '2026-12-31'])(
  'each month that is offered on %s is one that the server takes, by its first day',
  (today) => {
    const months = monthsUntil(today)
    expect(months[0]).toBe(`${today.slice(0, 7)}-01`)
    expect(new Set(months).size).toBe(24)
    for (const month of months) expect(firstOfMonth.safeParse(month).success, month).toBe(true)
  },
)
