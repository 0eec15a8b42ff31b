import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPhone } from '#contract/phone-pattern.ts'
import { typedPhone } from '#contract/phones.ts'
import { fullWidth, pasted } from '#contract/testing/pasted.ts'
import { normalizePhone, requirePhone } from './phones.ts'

test.for([
  ['099 123 456', '+598 99 123 456'],
  ['099123456', '+598 99 123 456'],
  ['99-123-456', '+598 99 123 456'],
  ['(099) 123.456', '+598 99 123 456'],
  ['+598 99 123 456', '+598 99 123 456'],
  ['+598 099 123 456', '+598 99 123 456'],
  ['59899123456', '+598 99 123 456'],
  ['00598 99 123 456', '+598 99 123 456'],
  ['2710 1234', '+598 2710 1234'],
  ['4222 3333', '+598 4222 3333'],
  ['0800 0767', '+598 800 0767'],
  ['+54 11 4321 0000', '+54 11 4321 0000'],
] as const)('%s is stored as %s', ([typed, stored]) => {
  expect(isPhone(typed)).toBe(true)
  expect(normalizePhone(typed)).toBe(stored)
  expect(normalizePhone(stored), 'what is stored is accepted again').toBe(stored)
})

test.for(['911', '1234', '2900 123', '099 11 111', '099 123 456 7', 'llamar a la tarde', '+', '099 123 456 int 4'])(
  '%s is not a telephone number, neither for the form nor for the server',
  (typed) => {
    expect(isPhone(typed)).toBe(false)
    expect(normalizePhone(typed)).toBeUndefined()
  },
)

test('the form and the server accept the same Uruguayan numbers', () => {
  for (let lead = 0; lead < 10_000; lead += 7) {
    const typed = `${String(lead).padStart(4, '0')} 5678`
    expect(isPhone(typed), typed).toBe(normalizePhone(typed) !== undefined)
  }
})

test('a foreign number that its country does not have is refused at its field', () => {
  expect(() => requirePhone({ phone: '+1 000 000 0000', field: 'phone' })).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  )
  expect(requirePhone({ phone: '', field: 'phone' })).toBe('')
})

test.each(['099-123-456', '+598 99 123 456', '(02) 901 2345', '+54 11 4123-4567'])(
  'the telephone number %s is accepted however it was pasted',
  (phone) => {
    const expected = normalizePhone(phone)
    expect(expected).toBeDefined()
    fc.assert(
      fc.property(pasted(phone), (text) => {
        expect(normalizePhone(text)).toBe(expected)
        expect(typedPhone('Falta').safeParse(text).data).toBe(phone)
      }),
    )
    expect(normalizePhone(fullWidth(phone))).toBe(expected)
  },
)
