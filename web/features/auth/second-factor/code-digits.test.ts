import { expect, test } from 'vitest'

import { codeDigits, isWholeCode } from './code-digits.ts'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['Tu código es 123 456.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('%j is the code %j', (typed, code) => expect(codeDigits(typed)).toBe(code))

test('a code is complete with six digits', () => {
  expect(isWholeCode('12345')).toBe(false)
  expect(isWholeCode('123456')).toBe(true)
})
