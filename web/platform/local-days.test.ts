import { expect, test } from 'vitest'

import { mondayOf, weekdayNames, weekdayOf } from './local-days.ts'

test.each([
  ['2026-11-22', 'Domingo', '2026-11-16'],
  ['2026-11-23', 'Lunes', '2026-11-23'],
  ['2026-11-29', 'Domingo', '2026-11-23'],
  ['2027-01-01', 'Viernes', '2026-12-28'],
])('%s is a %s of the week that starts on Monday %s', (date, name, monday) => {
  expect(weekdayNames[weekdayOf(date) - 1]).toBe(name)
  expect(mondayOf(date)).toBe(monday)
})
