import { expect, test } from 'vitest'
import { namedProfessional, typedNames } from './named-professional.ts'

const offers = [
  { professionalId: 'ana', professionalName: 'Lic. Ana Suárez' },
  { professionalId: 'ana', professionalName: 'Lic. Ana Suárez' },
  { professionalId: 'ines', professionalName: 'Dra. Inés Suárez Ortiz' },
]

test.each([
  ['ana suarez', 'ana'],
  ['Dra. Inés', 'ines'],
  ['suárez ortiz', 'ines'],
  ['psicóloga ana', 'ana'],
])('«%s» names exactly one professional', (text, id) =>
  expect(namedProfessional(offers, typedNames(text))?.id).toBe(id),
)

test.each(['suárez', 'noelia suárez', 'psicología', 'dra', '', 'an', 'pocitos'])(
  '«%s» names no professional, or more than one',
  (text) => {
    expect(namedProfessional(offers, typedNames(text))).toBeUndefined()
  },
)
