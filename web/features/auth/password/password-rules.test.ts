import { expect, test } from 'vitest'

import { centerPasswordMessage, passwordTooLongMessage, patientPasswordMessage } from '#contract/password-rules.ts'

import { passwordProblems, symbolNote } from './password-rules.ts'

test.each([
  ['patient', 'corta', 'corta', { password: patientPasswordMessage }],
  ['patient', 'camino', 'camino', {}],
  ['patient', 'camino', 'Camino', { repeated: 'Las contraseñas no coinciden.' }],
  ['patient', `${'ñ'.repeat(36)}a`, `${'ñ'.repeat(36)}a`, { password: passwordTooLongMessage }],
  ['center', 'camino', 'camino', { password: centerPasswordMessage }],
  ['center', 'Caminos1', 'Caminos1', { password: centerPasswordMessage }],
  ['center', '-Camino1!', '-Camino1!', { password: centerPasswordMessage }],
  ['center', 'Camino-1!', 'Camino-1!', {}],
  ['center', 'camino', 'otro', { password: centerPasswordMessage, repeated: 'Las contraseñas no coinciden.' }],
] as const)(
  'for a %s account, the password %s typed again as %s has the problems %o',
  (userType, password, repeated, problems) => {
    expect(passwordProblems({ userType, password, repeated })).toEqual(problems)
  },
)

test.each([
  ['abcdef-Ghijkl-1mnopq', 'No cuenta como símbolo: «-». Agrega uno de estos: @ $ ! % * ? &'],
  ['abc def_Ghijkl1', 'No cuentan como símbolos: el espacio y «_». Agrega uno de estos: @ $ ! % * ? &'],
  ['-Camino1!', 'Tiene que empezar con una letra sin tilde, un número o uno de estos símbolos: @ $ ! % * ? &'],
  ['ñandu-1A!', 'Tiene que empezar con una letra sin tilde, un número o uno de estos símbolos: @ $ ! % * ? &'],
  ['Camino-1!', undefined],
  ['camino', undefined],
  ['', undefined],
] as const)("of a centre's password «%s», the note beside the field says «%s»", (password, note) => {
  expect(symbolNote(password)).toBe(note)
})
