import { expect, test } from 'vitest'

import { ageOn, nameWithAge, relationWords } from './dependant-words.ts'

test.each([
  ['2018-05-12', '2026-05-12', '8 años'],
  ['2018-05-12', '2026-05-11', '7 años'],
  ['2025-05-12', '2026-06-01', '1 año'],
  ['2025-12-31', '2026-05-30', '4 meses'],
  ['2026-04-20', '2026-05-20', '1 mes'],
  ['2026-05-20', '2026-05-20', 'menos de un mes'],
  ['2024-02-29', '2026-02-28', '1 año'],
  ['2024-02-29', '2026-03-01', '2 años'],
])('the age of a person born on %s is, on %s, %s', (birthDate, today, expected) => {
  expect(ageOn({ birthDate, today })).toBe(expected)
})

test('a known relation leads to the name of the owner, and other words to whose care it is', () => {
  expect(relationWords('Hija')).toBe('hija de')
  expect(relationWords('La vecina')).toBe('a cargo de')
})

test('a person whose birth date is not known is named without an age', () => {
  expect(nameWithAge({ name: 'Sofía Gil', birthDate: '2019-05-04', today: '2026-11-20' })).toBe('Sofía Gil (7 años)')
  expect(nameWithAge({ name: 'Persona a cargo', birthDate: null, today: '2026-11-20' })).toBe('Persona a cargo')
})
