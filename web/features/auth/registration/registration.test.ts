import { expect, test } from 'vitest'

import { passwordTooLongMessage, patientPassword } from '#contract/credentials.ts'
import { invalidPhone } from '#contract/phones.ts'
import { furthestStep, stepFrom } from '#web/platform/wizard-steps.ts'

import { parseRegisterSearch } from './register-search.ts'
import { registrationSteps, toastTitle } from './registration.ts'

const furthest = (typed: object) => furthestStep({ steps: registrationSteps, typed })

test.each([
  [{}, 1],
  [{ paso: '1' }, 1],
  [{ paso: '2' }, 2],
  [{ paso: '3' }, 3],
  [{ paso: '4' }, 1],
  [{ paso: 'dos' }, 1],
])('the address %o opens step %i', (search, step) => {
  const { paso } = parseRegisterSearch(search)
  expect(stepFrom({ paso, last: registrationSteps.length }) ?? 1).toBe(step)
})

test('a reload on the last step goes back to the password, which is never kept', () => {
  const kept = { firstName: 'Ana', lastName: 'Pérez', email: 'ana@correo.uy' }
  expect(furthest(kept)).toBe(2)
  expect(furthest({ ...kept, password: 'secreta' })).toBe(3)
})

test('a password of 73 bytes is refused beside its field, one of 72 is not', () => {
  const kept = { firstName: 'Ana', lastName: 'Pérez', email: 'ana@correo.uy' }
  expect(furthest({ ...kept, password: 'ñ'.repeat(36) })).toBe(3)
  expect(furthest({ ...kept, password: `${'ñ'.repeat(36)}a` })).toBe(2)
  expect(patientPassword.safeParse('x'.repeat(73)).error?.issues[0]?.message).toBe(passwordTooLongMessage)
})

test('without a name nothing further opens', () => {
  expect(furthest({ firstName: ' ', lastName: 'Pérez', email: 'ana@correo.uy', password: 'secreta' })).toBe(1)
})

test.each([
  ['Por favor ingresa tu nombre', 'Campo requerido'],
  ['Por favor ingresa un email válido', 'Email inválido'],
  ['La contraseña debe tener al menos 6 caracteres.', 'Contraseña muy corta'],
  [passwordTooLongMessage, 'Contraseña muy larga'],
  ['Por favor ingresa tu teléfono', 'Campo requerido'],
  [invalidPhone, 'Teléfono inválido'],
  ['Debes aceptar los términos y condiciones.', 'Campo requerido'],
  ['Puede tener hasta 80 caracteres', 'Dato no válido'],
])('«%s» is announced as %s', (message, title) => expect(toastTitle(message)).toBe(title))
