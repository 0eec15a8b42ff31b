import { expect, test } from 'vitest'
import { weekdayKeys } from '#contract/weekday-keys.ts'
import { furthestStep, stepFrom } from '#web/platform/wizard-steps.ts'
import { lastStep } from './registration-steps.ts'
import { stepErrors, type TypedValues } from './step-errors.ts'
import { sameHours, type WeekHours } from './week-hours.ts'
import { wizardSchemas } from './wizard-schemas.ts'

const noHours: WeekHours = sameHours({ weekdays: weekdayKeys, start: '', end: '' })

const complete = {
  accessData: { email: 'lucia@centro.uy', password: 'Camino-2026!', confirmPassword: 'Camino-2026!' },
  personalInfo: { fullName: 'Lucía Bentancor', specialties: 'Psicoterapia' },
  centerInfo: {
    centerName: '',
    address: 'Benito Blanco 1020',
    neighborhood: 'Pocitos',
    department: 'Montevideo',
    contactPhone: '+598 90 123 456',
    instagram: '',
    facebook: '',
    alternativeEmail: '',
  },
  availability: {
    ...noHours,
    modality: ['Presencial'],
    sessionDuration: '60',
    platform: '',
    cancellationPolicy: '',
  },
  services: { servicesList: 'Acompañamos a personas adultas.', languages: '', priced: [] as object[] },
  terms: { acceptTerms: true, acceptPrivacy: true, publicProfile: false },
}

test.each([
  [undefined, 1],
  ['', 1],
  ['1', 1],
  ['6', 6],
  ['7', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['2.5', undefined],
  ['dos', undefined],
])('the step parameter %o opens step %o', (stepParam, step) =>
  expect(stepFrom({ stepParam, last: lastStep })).toBe(step),
)

const furthest = (typed: TypedValues) => furthestStep({ schemas: wizardSchemas, typed })

test('no step opens before the earlier steps are valid', () => {
  expect(furthest({})).toBe(1)
  expect(furthest({ ...complete, accessData: { email: 'lucia@centro.uy' } })).toBe(1)
  expect(furthest({ ...complete, personalInfo: { fullName: 'L', specialties: 'Reiki' } })).toBe(2)
  expect(furthest({ ...complete, centerInfo: { ...complete.centerInfo, department: 'Atlántida' } })).toBe(3)
  expect(furthest({ ...complete, availability: { ...complete.availability, modality: [] } })).toBe(4)
  expect(furthest({ ...complete, services: { ...complete.services, servicesList: 'Poco' } })).toBe(5)
  expect(furthest({ ...complete, terms: {} })).toBe(6)
  expect(furthest(complete)).toBe(6)
})

type Case = [what: string, step: number, typed: TypedValues, title: string, description: string]
const { accessData, personalInfo, centerInfo, availability, services } = complete
const refused: Case[] = [
  [
    'an address without a password',
    1,
    { accessData: { ...accessData, password: '', email: 'x' } },
    'Faltan datos',
    'Por favor completa todos los campos de acceso.',
  ],
  [
    'a text that is not an address',
    1,
    { accessData: { ...accessData, email: 'lucia@centro' } },
    'Email inválido',
    'Por favor ingresa un correo electrónico válido.',
  ],
  [
    'a password without a symbol',
    1,
    { accessData: { ...accessData, password: 'Camino2026', confirmPassword: 'Camino2026' } },
    'Contraseña poco segura',
    'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.',
  ],
  [
    'two different passwords',
    1,
    { accessData: { ...accessData, confirmPassword: 'Camino-2027!' } },
    'Contraseñas distintas',
    'Las contraseñas ingresadas no coinciden.',
  ],
  [
    'no specialties',
    2,
    { personalInfo: { ...personalInfo, specialties: ' ' } },
    'Faltan datos',
    'Por favor completa el nombre completo y las especialidades',
  ],
  [
    'a name of one letter',
    2,
    { personalInfo: { ...personalInfo, fullName: ' L ' } },
    'Dato no válido',
    'El nombre debe tener al menos 2 caracteres',
  ],
  [
    'no address',
    3,
    { centerInfo: { ...centerInfo, address: '' } },
    'Faltan datos',
    'Por favor completa la dirección y teléfono de contacto',
  ],
  [
    'a short phone number',
    3,
    { centerInfo: { ...centerInfo, contactPhone: '2900 123' } },
    'Dato no válido',
    'Por favor ingresa un número de teléfono válido',
  ],
  [
    'an alternative address that is not valid',
    3,
    { centerInfo: { ...centerInfo, alternativeEmail: 'lucia' } },
    'Dato no válido',
    'Por favor ingresa un correo alternativo válido',
  ],
  [
    'no modality',
    4,
    { availability: { ...availability, modality: [] } },
    'Faltan datos',
    'Por favor selecciona al menos una modalidad de atención',
  ],
  [
    'no duration',
    4,
    { availability: { ...availability, sessionDuration: '' } },
    'Faltan datos',
    'Por favor ingresa una duración de sesión válida',
  ],
  [
    'a session of ten minutes',
    4,
    { availability: { ...availability, sessionDuration: '10' } },
    'Dato no válido',
    'La duración de sesión debe ser un número entre 15 y 300 minutos',
  ],
  [
    'video calls without a platform',
    4,
    { availability: { ...availability, modality: ['Mixta'] } },
    'Faltan datos',
    'Por favor especifica la plataforma para videollamadas',
  ],
  [
    'a day that ends before it begins',
    4,
    { availability: { ...availability, mondayStart: '18:00', mondayEnd: '09:00' } },
    'Dato no válido',
    'Tiene que terminar después de empezar',
  ],
  [
    'no description',
    5,
    { services: { ...services, servicesList: '' } },
    'Faltan datos',
    'Por favor describe los servicios que ofreces',
  ],
  [
    'a short description',
    5,
    { services: { ...services, servicesList: 'Diecinueve letras.' } },
    'Dato no válido',
    'La descripción de servicios debe ser más detallada (mínimo 20 caracteres)',
  ],
]
test.each(refused)('%s is announced in the words of the specification', (_, step, typed, title, description) => {
  expect(stepErrors(step, { ...complete, ...typed })).toEqual([{ title, description }])
})

test.each([
  [
    2,
    { personalInfo: { fullName: 'L', specialties: '' } },
    'Por favor completa el nombre completo y las especialidades',
  ],
  [
    4,
    { availability: { ...complete.availability, sessionDuration: '5', modality: ['Online'] } },
    'Por favor especifica la plataforma para videollamadas',
  ],
])('in step %i a missing value is announced before one that is too short', (step, typed, description) => {
  expect(stepErrors(step, { ...complete, ...typed })).toEqual([{ title: 'Faltan datos', description }])
})

test('terms that are not accepted are announced in two toasts', () => {
  const errors = stepErrors(6, { ...complete, terms: { ...complete.terms, acceptPrivacy: false } })
  expect(errors.map(({ description }) => description)).toEqual([
    'Debes aceptar los términos y condiciones y la política de privacidad',
    'Para finalizar, debes aceptar los términos y la política de privacidad.',
  ])
})

test('a valid step is announced by no toast', () => {
  for (const step of [1, 2, 3, 4, 5, 6] as const) expect(stepErrors(step, complete)).toEqual([])
})

test('the third step requires only the address and the telephone, and accepts any name of the centre', () => {
  const bare = { address: 'Benito Blanco 1020', contactPhone: '099 123 456' }
  const empty = { centerName: '', neighborhood: '', department: '', instagram: '', facebook: '', alternativeEmail: '' }
  expect(stepErrors(3, { centerInfo: { ...empty, ...bare } })).toEqual([])
  expect(stepErrors(3, { centerInfo: { ...empty, ...bare, centerName: 'O' } })).toEqual([])
  for (const field of ['address', 'contactPhone']) {
    expect(stepErrors(3, { centerInfo: { ...empty, ...bare, [field]: ' ' } })).toEqual([
      { title: 'Faltan datos', description: 'Por favor completa la dirección y teléfono de contacto' },
    ])
  }
})
