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

test.each(['+598 99 123 456', '+1 213 373 4253', '+39 06 1234 5678'])(
  'a telephone is written as it is stored, so that it can be imported and dialled: %s',
  (phone) => expect(csvLines([[phone]])).toBe(`${phone}\r\n`),
)

test.each(['+59899123456', '+598-99-123', '+1 2+3', '+1 A1', '+1 2;=A1', '+1  2', '+SUM(A1)', '+1 2\n=A1', '+'])(
  '%j could be calculated or is no telephone, so it is written as a text',
  (text) => expect(csvLines([[text]])).toMatch(/^"?'\+/),
)

test.each([
  [125_000, '$\u00a01.250'],
  [-150, '−$\u00a01,50'],
  [-5, '−$\u00a00,05'],
])('a mail writes %j cents as «%s»', (cents, text) => expect(pesos(cents)).toBe(text))
