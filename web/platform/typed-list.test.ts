import { expect, it } from 'vitest'

import { listText, typedList } from './typed-list.ts'

it('reads the entries between commas, semicolons and lines, each once', () => {
  expect(typedList(' Psicoterapia, Terapia de pareja;\npsicoterapia,, Duelo ')).toEqual([
    'Psicoterapia',
    'Terapia de pareja',
    'Duelo',
  ])
})

it('writes the entries as a user types them', () => {
  expect(listText(['Español', 'Inglés'])).toBe('Español, Inglés')
  expect(typedList('')).toEqual([])
})
