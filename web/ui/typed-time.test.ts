import { expect, test } from 'vitest'

import { typedTime } from './typed-time.ts'

test.each([
  ['9', '09:00'],
  ['18', '18:00'],
  ['930', '09:30'],
  ['1830', '18:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['9 30', '09:30'],
  ['9h30', '09:30'],
  ['9 h', '09:00'],
  ['14 hs', '14:00'],
  [' 08:15 ', '08:15'],
  ['\u200e９：３０\u202c', '09:30'],
  ['0', '00:00'],
  ['', ''],
])('«%s» is read as «%s»', (typed, normalized) => expect(typedTime(typed)).toBe(normalized))

test.each(['25', '24:00', '9:60', '975', 'nueve', '9:3', '12345', '-9'])(
  '«%s» stays as typed, for the user to correct',
  (typed) => expect(typedTime(typed)).toBe(typed),
)
