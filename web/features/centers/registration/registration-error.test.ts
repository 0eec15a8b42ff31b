import { expect, test } from 'vitest'

import { centerRegistrationErrors } from '#contract/center-registration.ts'
import { errorFromBody } from '#web/platform/api-error.ts'

import { MissingCredentials, registrationError } from './registration-error.ts'

const errorOf = (code: string, message: string, data?: unknown) =>
  errorFromBody({ defined: true, code, status: 422, message, data, requestId: 'r' })

test('a taken address is shown on the first step', () => {
  const { message } = centerRegistrationErrors['centers.email_taken']
  expect(registrationError(errorOf('centers.email_taken', message))).toMatchObject({
    taken: true,
    step: 1,
    fields: [{ name: 'accessData.email', message }],
  })
})

test('an unusable file is shown at the step where it was chosen', () => {
  const refusal = registrationError(errorOf('files.not_a_pdf', 'No es un PDF.', { field: 'certifications' }))
  expect(refusal).toMatchObject({ step: 5, files: { certifications: 'No es un PDF.' }, taken: false })
})

test('the fields that the server refuses are mapped to their steps, and the first step opens', () => {
  const fields = [
    { path: 'form.services.priced[1].name', message: 'Escribe el nombre del servicio' },
    { path: 'form.personalInfo.specialties', message: 'Escribe una especialidad' },
    { path: 'logo', message: 'La imagen es demasiado grande' },
    { path: 'captchaToken', message: 'Demasiado largo' },
  ]
  expect(registrationError(errorOf('request.invalid', 'Hay datos que no podemos aceptar.', { fields }))).toMatchObject({
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
  ['the upload times out', new DOMException('', 'TimeoutError'), /tardó demasiado.*No se perdió nada/],
  [
    'the service is unavailable',
    errorOf('service.unavailable', 'Volvemos en unos instantes.'),
    /^Volvemos en unos instantes\.$/,
  ],
  ['something else', new Error('boom'), /^Ocurrió un error inesperado, vuelve a intentar\.$/],
  ['the address or the password is missing', new MissingCredentials(), /^Email y contraseña requeridos$/],
])('when %s, the sentence is shown and no step opens', (_, error, message) => {
  const refusal = registrationError(error)
  expect(refusal.message).toMatch(message)
  expect(refusal).toMatchObject({ step: undefined, fields: [], files: {} })
})
