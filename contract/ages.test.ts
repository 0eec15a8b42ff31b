import { expect, test } from 'vitest'

import { ageOn } from './ages.ts'

test.each([
  ['2018-05-12', '2026-05-12', '8 años'],
  ['2018-05-12', '2026-05-11', '7 años'],
  ['2025-05-12', '2026-06-01', '1 año'],
  ['2025-12-31', '2026-05-30', '4 meses'],
  ['2026-04-20', '2026-05-20', '1 mes'],
  ['2026-05-20', '2026-05-20', 'menos de un mes'],
  ['2024-02-29', '2026-02-28', '1 año'],
  ['2024-02-29', '2026-03-01', '2 años'],
])('the age of a person born on %s is, on %s, %s', (birthDate, today, expected) => {
  expect(ageOn({ birthDate, today })).toBe(expected)
})
