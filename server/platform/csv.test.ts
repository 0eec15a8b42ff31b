import { expect, test } from 'vitest'
import { pesos } from '#contract/money.ts'
import { csvAmount, csvLines } from './csv.ts'

test.each([
  [null, ''],
  [0, '0,00'],
  [150, '1,50'],
  [-150, '-1,50'],
  [-5, '-0,05'],
  [-100_000, '-1000,00'],
])('%j cents are «%s» in a spreadsheet', (cents, text) => expect(csvAmount(cents)).toBe(text))

test('a negative amount stays a number in a spreadsheet, and a text that begins like a formula does not become one', () => {
  expect(csvLines([[csvAmount(-150), '-1+1', '-1,50;', '=A1', '-5']])).toBe(`-1,50;'-1+1;"'-1,50;";'=A1;'-5\r\n`)
})

test.each([
  [125_000, '$\u00a01.250'],
  [-150, '−$\u00a01,50'],
  [-5, '−$\u00a00,05'],
])('a mail writes %j cents as «%s»', (cents, text) => expect(pesos(cents)).toBe(text))
