import { expect, test } from 'vitest'

import { atCenter, whoAndWhere, withProfessional } from './center-words.ts'

const words = [atCenter, withProfessional, whoAndWhere]
const professionalName = 'Ana Pérez'

test('a sentence names who works alone under their own name once', () => {
  const alone = { centerName: 'Consultorio ANA PEREZ', worksAlone: true }
  expect(words.map((each) => each({ ...alone, professionalName }))).toEqual([
    'con Ana Pérez',
    'con Ana Pérez',
    'Ana Pérez',
  ])
  expect(atCenter({ ...alone, professionalName: undefined })).toBe('en Consultorio ANA PEREZ')
})

test.each([
  { centerName: 'Espacio Raíz', worksAlone: true },
  { centerName: 'Ana Pérez y equipo', worksAlone: false },
])('a sentence names $centerName beside its professional', (center) => {
  const { centerName } = center
  expect(words.map((each) => each({ ...center, professionalName }))).toEqual([
    `en ${centerName}`,
    `con Ana Pérez, en ${centerName}`,
    `Ana Pérez, ${centerName}`,
  ])
})
