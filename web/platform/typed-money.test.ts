import { expect, test } from 'vitest'

import { pesosText, typedMoney } from './typed-money.ts'

test.each([
  ['1250', 125_000],
  [' 1.250 ', 125_000],
  ['$ 1.250', 125_000],
  ['$ 1 250', 125_000],
  ['1.250,50', 125_050],
  ['1.250,5', 125_050],
  ['1250,05', 125_005],
  ['1250.5', 125_050],
  ['1250.50', 125_050],
  ['12,50', 1250],
  ['0,01', 1],
  ['1.250.000', 125_000_000],
  ['0', 0],
  ['$U 1250', 125_000],
  ['UYU 1.250', 125_000],
  ['1.250 UYU', 125_000],
  ['1250 pesos', 125_000],
  ['1250 pesos uruguayos', 125_000],
  ['1250,-', 125_000],
  ['1.250.-', 125_000],
  ['$ 1250,— pesos', 125_000],
  ['1250 $', 125_000],
  ['\u200e$\u00a01.250,50\u202c', 125_050],
  ['１．２５０', 125_000],
])('«%s» is %i cents', (typed, cents) => expect(typedMoney(typed)).toBe(cents))

test.each([
  '',
  '-5',
  '12.50',
  '1.25',
  '1,250',
  'mil',
  '1,2,3',
  '1,234,5',
  '1e5',
  '1e309',
  'Infinity',
  '1000000000000',
  '10 USD',
  'U$S 10',
  'US$ 10',
  '10 pesos argentinos',
  'UYU',
  '$',
  '1250,5-',
])('«%s» is not an amount', (typed) => expect(typedMoney(typed)).toBeUndefined())

test('an amount is written as it is typed', () => {
  expect(pesosText(125_000)).toBe('1250')
  expect(pesosText(125_005)).toBe('1250,05')
  expect([pesosText(-150), pesosText(-100), pesosText(-5)]).toEqual(['-1,50', '-1', '-0,05'])
})
