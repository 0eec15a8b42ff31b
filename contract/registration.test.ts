import { expect, test } from 'vitest'
import { legalVersions } from './brand.ts'
import { shortRegistration } from './registration.ts'

const center = {
  centerName: 'Centro del Arroyo',
  specialty: 'Osteopatía',
  responsible: 'Rosario Silvera',
  whatsapp: '',
  email: 'arroyo@ejemplo.uy',
  password: 'Camino-2026!',
  acceptTerms: true,
  versions: legalVersions,
}
const patient = {
  name: 'Emilia Bentancor',
  email: 'emilia@ejemplo.uy',
  password: 'camino',
  whatsapp: '',
  acceptTerms: true,
  versions: legalVersions,
}
const refusedFields = (kind: 'center' | 'patient', typed: object) =>
  shortRegistration[kind].safeParse(typed).error?.issues.map(({ path }) => path.join('.')) ?? []

test.each(['centerName', 'specialty', 'responsible', 'email', 'password'] as const)(
  'a centre at /auth gives its %s',
  (field) => {
    expect(refusedFields('center', center)).toEqual([])
    expect(refusedFields('center', { ...center, [field]: '' })).toContain(field)
  },
)

test('at /auth a centre and a patient accept the terms, and neither needs a WhatsApp', () => {
  expect(refusedFields('center', { ...center, acceptTerms: false })).toEqual(['acceptTerms'])
  expect(refusedFields('patient', patient)).toEqual([])
  expect(refusedFields('patient', { ...patient, acceptTerms: false })).toEqual(['acceptTerms'])
})
