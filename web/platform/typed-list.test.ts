import { expect, it } from 'vitest'

import { listText, typedList } from './typed-list.ts'

it('reads what is typed between commas, semicolons and lines, each once', () => {
  expect(typedList(' Psicoterapia, Terapia de pareja;\npsicoterapia,, Duelo ')).toEqual([
    'Psicoterapia',
    'Terapia de pareja',
    'Duelo',
  ])
})

it('writes it as one types it', () => {
  expect(listText(['Español', 'Inglés'])).toBe('Español, Inglés')
  expect(typedList('')).toEqual([])
})
