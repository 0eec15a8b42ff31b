import { expect, test } from 'vitest'

import { centerPassword } from '#contract/credentials.ts'

import { passwordChecks } from './password-checks.ts'

test.each([
  'Camino-2026!',
  'Camino2026',
  'camino-2026!',
  'CAMINO-2026!',
  'Camino-!!!!',
  'Ca-1!',
  'ñCamino-2026!',
  ' Camino-2026!',
  '#Camino-2026!',
  `Aa1!${'x'.repeat(68)}`,
  `Aa1!${'x'.repeat(69)}`,
  `Aa1!${'ñ'.repeat(35)}`,
])('the checklist and the contract agree on «%s»', (password) => {
  expect(passwordChecks(password).every((check) => check.isMet)).toBe(centerPassword.safeParse(password).success)
})

test('an empty field shows the five rules, none of them fulfilled', () => {
  expect(passwordChecks('').map((check) => check.isMet)).toEqual([false, false, false, false, false])
})

test.each([
  ['abcdef-Ghijkl-1mnopq', 'Un símbolo: @ $ ! % * ? & (no cuenta: -)'],
  ['abc def_Ghijkl#1mnopq', 'Un símbolo: @ $ ! % * ? & (no cuenta: el espacio _ #)'],
  ['abcdef-Ghijkl-1mnopq!', 'Un símbolo: @ $ ! % * ? &'],
  ['Contraseña1', 'Un símbolo: @ $ ! % * ? &'],
  ['Contrasen\u0303a1', 'Un símbolo: @ $ ! % * ? &'],
])('the checklist says which symbols of «%s» do not count: «%s»', (password, line) => {
  expect(passwordChecks(password)[4]?.text).toBe(line)
})
