import { expect, test } from 'vitest'

import {
  centerLanguageLimits,
  listExcess,
  listText,
  specialtyLimits,
  typedEntries,
  typedList,
  typedListText,
} from './typed-lists.ts'

const text = typedListText({ min: 1, max: 500, message: 'Faltan las especialidades', limits: specialtyLimits })
const messageOf = (typed: string) => text.safeParse(typed).error?.issues[0]?.message
const long = 'Psicoterapia integrativa para adolescentes con ansiedad social'

test('a specialty of more than 60 characters is refused by name, while it is typed and when it is sent', () => {
  expect(long.length).toBeGreaterThan(60)
  const message = 'Cada especialidad puede tener hasta 60 caracteres: acorta «Psicoterapia integrativa…»'
  expect(listExcess(`Yoga, ${long}`, specialtyLimits)).toBe(message)
  expect(messageOf(`Yoga, ${long}`)).toBe(message)
  expect(typedEntries(specialtyLimits).safeParse(['Yoga', long]).error?.issues).toMatchObject([
    { path: [1], message: 'Cada especialidad puede tener hasta 60 caracteres' },
  ])
})

test('a list with too many entries is refused, not cut off', () => {
  const many = Array.from({ length: 21 }, (_, index) => `Terapia ${index}`)
  expect(messageOf(many.join(', '))).toBe('Puedes escribir hasta 20 especialidades')
  expect(listExcess(many.slice(0, 11).join('; '), centerLanguageLimits)).toBe('Puedes escribir hasta 10 idiomas')
})

test('an entry of one letter is refused when the list is sent, but not while it is typed', () => {
  expect(listExcess('Yoga, R', specialtyLimits)).toBeUndefined()
  expect(messageOf('Yoga, R')).toBe('Cada especialidad necesita al menos 2 letras')
})

test('an empty list is refused with the message of its form', () =>
  expect(messageOf(' ')).toBe('Faltan las especialidades'))

test('reads the entries between commas, semicolons and lines, each once', () => {
  expect(typedList(' Psicoterapia, Terapia de pareja;\npsicoterapia,, Duelo ')).toEqual([
    'Psicoterapia',
    'Terapia de pareja',
    'Duelo',
  ])
})

test('writes the entries as a user types them', () => {
  expect(listText(['Español', 'Inglés'])).toBe('Español, Inglés')
  expect(typedList('')).toEqual([])
})
