import { expect, test } from 'vitest'

import { instant, instantInput, typedText } from './values.ts'

const name = typedText({ min: 1, max: 20, message: 'Por favor ingresa tu nombre' })

test.for(['\u200d\u200c\u00ad', ' \u200b ', '\u0007', ''])(
  'a name without a visible character (%j) is refused',
  (text) => {
    expect(name.safeParse(text).error?.issues[0]?.message).toBe('Por favor ingresa tu nombre')
  },
)

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
