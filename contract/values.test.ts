import { expect, test } from 'vitest'

import { instant, instantInput, typedText } from './values.ts'

const name = typedText({ min: 1, max: 20, message: 'Por favor ingresa tu nombre' })

const unseen = [
  ...['\u200d\u200c\u00ad', ' \u200b ', '\u0007', '', '\u3164', '\uffa0\uffa0', '\u115f\u1160', '\u2800\u2800'],
  ...['\ufe0f', '\u{e0101}', '\u{e0075}\u{e0079}\u{e007f}', '\u034f', '\u17b4', '\u3164 \u2800\ufe0f\u115f'],
]

test.for(unseen)('a name without a visible character (%j) is refused', (text) => {
  expect(name.safeParse(text).error?.issues[0]?.message).toBe('Por favor ingresa tu nombre')
})

test.for(unseen)('an optional text without a visible character (%j) is empty', (text) => {
  expect(typedText({ max: 20 }).parse(text)).toBe('')
})

test.for([
  "O'Higgins",
  'ñ',
  'Ж',
  '山',
  '한글',
  'अनीता',
  'ไทย',
  'نور',
  '⠓⠕⠇⠁',
  '👩‍⚕️',
  '🏴\u{e0067}\u{e0062}\u{e007f}',
  '1',
  '+',
  '©',
])('a text with a visible character (%j) stays as it is', (text) => {
  expect(name.parse(text)).toBe(text)
})

test('a blank that Unicode calls a letter is a space', () => {
  expect(name.parse('\u3164Ana\u3164López\u2800')).toBe('Ana López')
})

test('invisible characters are removed, and emoji stay whole', () => {
  expect(name.parse(' Ana\u0007\u202e María 👩‍⚕️ ')).toBe('Ana María 👩‍⚕️')
  expect(typedText({ max: 20 }).parse('')).toBe('')
})

test('an instant of a response is a date or its text and becomes the text, and one of a request is the text', () => {
  const text = '2026-11-22T12:30:00.000Z'
  expect(instant.parse(new Date(text))).toBe(text)
  expect(instant.parse(text)).toBe(text)
  expect(instant.nullable().parse(null)).toBeNull()
  expect(instantInput.parse(text)).toBe(text)
  for (const wrong of ['yesterday', null, undefined, 1_764_000_000_000])
    expect(instant.safeParse(wrong).success).toBe(false)
  expect(instantInput.safeParse(new Date(text)).success).toBe(false)
})
