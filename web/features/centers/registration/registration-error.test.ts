import { expect, test } from 'vitest'

import { centerRegistrationErrors } from '#contract/center-registration.ts'
import { errorFromBody } from '#contract/error-body.ts'

import { MissingCredentials, registrationError } from './registration-error.ts'

const answer = (code: string, message: string, data?: unknown) =>
  errorFromBody({ defined: true, code, status: 422, message, data, requestId: 'r' })

test('an address that is taken is mended on the first step', () => {
  const { message } = centerRegistrationErrors['centers.email_taken']
  expect(registrationError(answer('centers.email_taken', message))).toMatchObject({
    taken: true,
    step: 1,
    fields: [{ name: 'accessData.email', message }],
  })
})

test('a file that is none is mended where it was chosen', () => {
  const refusal = registrationError(answer('files.not_a_pdf', 'No es un PDF.', { field: 'certification' }))
  expect(refusal).toMatchObject({ step: 5, files: { certification: 'No es un PDF.' }, taken: false })
})

test('fields that the server refuses are found again, the first step first', () => {
  const fields = [
    { path: 'form.services.priced[1].name', message: 'Escribe el nombre del servicio' },
    { path: 'form.personalInfo.specialties', message: 'Escribe una especialidad' },
    { path: 'logo', message: 'La imagen es demasiado grande' },
    { path: 'captchaToken', message: 'Demasiado largo' },
  ]
  expect(registrationError(answer('request.invalid', 'Hay datos que no podemos aceptar.', { fields }))).toMatchObject({
    step: 2,
    fields: [
      { name: 'services.priced.1.name', message: 'Escribe el nombre del servicio' },
      { name: 'personalInfo.specialties', message: 'Escribe una especialidad' },
    ],
    files: { logo: 'La imagen es demasiado grande' },
  })
})

test.each([
  ['the connection is lost', new TypeError('Failed to fetch'), /No pudimos conectarnos.*No se perdió nada/],
  ['nothing moves any more', new DOMException('', 'TimeoutError'), /No pudimos conectarnos.*No se perdió nada/],
  [
    'the service is away',
    answer('service.unavailable', 'Volvemos en unos instantes.'),
    /^Volvemos en unos instantes\.$/,
  ],
  ['something else', new Error('boom'), /^Ocurrió un error inesperado, vuelve a intentar\.$/],
  ['there is nobody to register', new MissingCredentials(), /^Email y contraseña requeridos$/],
])('when %s, nothing has to be mended, and it is said', (_, error, message) => {
  const refusal = registrationError(error)
  expect(refusal.message).toMatch(message)
  expect(refusal).toMatchObject({ step: undefined, fields: [], files: {} })
})
