import { expect, test } from 'vitest'

import { centsOf, pesosText } from './pesos.ts'

test.each([
  ['1250', 125_000],
  [' 1.250 ', 125_000],
  ['$ 1.250', 125_000],
  ['1.250,50', 125_050],
  ['1250.5', 125_050],
  ['0,01', 1],
  ['1.234.567', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1e5', undefined],
  ['1,2,3', undefined],
  ['mil', undefined],
  ['', undefined],
])('%j is %j cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

test('an amount is written as it is typed', () => {
  expect(pesosText(125_000)).toBe('1250')
  expect(pesosText(125_005)).toBe('1250,05')
})
