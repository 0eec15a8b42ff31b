import { expect, test } from 'vitest'

import { typedMoney } from './typed-money.ts'

test.each([
  ['1250', 125_000],
  ['1.250', 125_000],
  ['$ 1.250', 125_000],
  ['1.250,5', 125_050],
  ['1250,05', 125_005],
  ['1.250.000', 125_000_000],
  ['0', 0],
])('«%s» is %i cents', (typed, cents) => expect(typedMoney(typed)).toBe(cents))

test.each(['', '-5', '12.50', '1,250', '1.25', 'mil', '1,234,5', '1e3', '10 USD'])('«%s» is no amount', (typed) =>
  expect(typedMoney(typed)).toBeUndefined(),
)
