import { expect, test } from 'vitest'

import { typedText } from './values.ts'

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
