import { expect, test } from 'vitest'
import { typedDecimal, typedPercent } from './typed-decimal.ts'

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  [' 15 ', 15],
  ['-34,9', -34.9],
  ['−34.9', -34.9],
  ['\u200e\u201134,9\u00a0', -34.9],
  ['１，５', 1.5],
  ['0', 0],
])('«%s» is %d', (text, value) => expect(typedDecimal(text, { decimals: 1 })).toBe(value))

test.each(['', '1.500', '1,500', '1.5,0', '1e3', '0x10', 'Infinity', '1,', ',5', '1 5'])(
  '«%s» with one decimal at most is refused instead of guessed',
  (text) => expect(typedDecimal(text, { decimals: 1 })).toBeUndefined(),
)

test.each([
  ['15', 15],
  ['15%', 15],
  ['15 %', 15],
  ['15\u00a0%', 15],
  ['８，５％', 8.5],
  ['8,5 %', 8.5],
])('«%s» is %d percent', (text, value) => expect(typedPercent(text, { decimals: 1 })).toBe(value))

test.each(['', '%', '%15', '15 % %', '15 %5', '8,55 %'])('«%s» is no percentage with one decimal', (text) =>
  expect(typedPercent(text, { decimals: 1 })).toBeUndefined(),
)

test('a percent sign is part of no other number', () => expect(typedDecimal('15 %', { decimals: 1 })).toBeUndefined())
