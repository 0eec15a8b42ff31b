import { expect, test } from 'vitest'

import { stepSchemas } from './step-schemas.ts'

const written = { servicesList: 'Acompañamos a personas adultas.', languages: '' }
const row = { serviceType: 'psicoterapia', name: ' Entrevista ', price: '1.250,50', duration: '50' }

test("a priced service is sent in the contract's shape", () => {
  expect(stepSchemas.services.parse({ ...written, priced: [row] }).priced).toEqual([
    { serviceType: 'psicoterapia', name: 'Entrevista', priceCents: 125_050, durationMinutes: 50 },
  ])
})

test.each([
  ['serviceType', '', 'Elige el tipo de servicio'],
  ['name', 'E', 'Escribe el nombre del servicio'],
  ['price', '', 'Escribe el precio en pesos, por ejemplo 1.250'],
  ['price', '12.50', 'Escribe el precio en pesos, por ejemplo 1.250'],
  ['price', '999.999.999', 'Ese precio es demasiado alto'],
  ['duration', 'una hora', 'La duración de sesión debe ser un número entre 15 y 300 minutos'],
  ['duration', '10', 'La duración de sesión debe ser un número entre 15 y 300 minutos'],
])('a row with the %s «%s» shows an error beside that field', (field, text, message) => {
  const { error } = stepSchemas.services.safeParse({ ...written, priced: [{ ...row, [field]: text }] })
  expect(error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[['priced', 0, field], message]])
})
