import { expect, test } from 'vitest'

import { patientPassword } from '#contract/credentials.ts'
import { issueCodeOf } from '#contract/issue-codes.ts'
import { passwordTooLongMessage } from '#contract/password-rules.ts'
import { invalidPhone } from '#contract/phone-pattern.ts'
import { patientRegistration } from '#contract/registration.ts'
import { furthestStep, stepFrom } from '#web/platform/wizard-steps.ts'

import { parseRegisterSearch } from './auth-search.ts'
import { registrationSchemas, stepLabels, toastTitle } from './registration.ts'

const schemas = await registrationSchemas.load()
const furthest = (typed: object) => furthestStep({ schemas, typed })

test.each([
  [{}, 1],
  [{ paso: '1' }, 1],
  [{ paso: '2' }, 2],
  [{ paso: '3' }, 3],
  [{ paso: '4' }, 1],
  [{ paso: 'dos' }, 1],
])('the address %o opens step %i', (search, step) => {
  const { paso: stepParam } = parseRegisterSearch(search)
  expect(stepFrom({ stepParam, last: stepLabels.length }) ?? 1).toBe(step)
})

test('a reload on the last step goes back to the password, which is never stored', () => {
  const texts = { firstName: 'Ana', lastName: 'Pérez', email: 'ana@correo.uy' }
  expect(furthest(texts)).toBe(2)
  expect(furthest({ ...texts, password: 'secreta' })).toBe(3)
})

test('a password of 73 bytes keeps the last step closed, one of 72 opens it', () => {
  const texts = { firstName: 'Ana', lastName: 'Pérez', email: 'ana@correo.uy' }
  expect(furthest({ ...texts, password: 'ñ'.repeat(36) })).toBe(3)
  expect(furthest({ ...texts, password: `${'ñ'.repeat(36)}a` })).toBe(2)
  expect(patientPassword.safeParse('x'.repeat(73)).error?.issues[0]?.message).toBe(passwordTooLongMessage)
})

test('without a name no later step opens', () => {
  expect(furthest({ firstName: ' ', lastName: 'Pérez', email: 'ana@correo.uy', password: 'secreta' })).toBe(1)
})

const { step1, step2, step3 } = patientRegistration
const name = { firstName: 'Ana', lastName: 'Pérez' }
const access = { email: 'ana@correo.uy', password: 'secreta' }
const rest = { phone: '099 123 456', address: '', emergencyContact: '', acceptTerms: true }
test.each([
  [step1, { ...name, firstName: ' ' }, 'Por favor ingresa tu nombre', 'Campo requerido'],
  [step1, { ...name, firstName: 'a'.repeat(81) }, 'Puede tener hasta 80 caracteres', 'Dato no válido'],
  [step2, { ...access, email: 'ana' }, 'Por favor ingresa un email válido', 'Email inválido'],
  [step2, { ...access, password: 'corta' }, 'La contraseña debe tener al menos 6 caracteres.', 'Contraseña muy corta'],
  [step2, { ...access, password: 'x'.repeat(73) }, passwordTooLongMessage, 'Contraseña muy larga'],
  [step3, { ...rest, phone: '' }, 'Por favor ingresa tu teléfono', 'Campo requerido'],
  [step3, { ...rest, phone: '12' }, invalidPhone, 'Teléfono inválido'],
  [step3, { ...rest, acceptTerms: false }, 'Debes aceptar los términos y condiciones.', 'Campo requerido'],
  [step3, { ...rest, acceptTerms: undefined }, 'Debes aceptar los términos y condiciones.', 'Campo requerido'],
] as const)(
  'a refused step (%#) is announced with its sentence and the title of its code',
  (schema, typed, message, title) => {
    const [issue] = schema.safeParse(typed).error?.issues ?? []
    expect(issue?.message).toBe(message)
    expect(toastTitle({ type: issue && issueCodeOf(issue) })).toBe(title)
  },
)
