import { expect, test } from 'vitest'

import { hoursInWords, presetHours, sameHours } from './week-hours.ts'

test('the preset is described in one line', () => {
  expect(hoursInWords(presetHours)).toEqual(['Lunes a sábado, 09:00–13:00 y 14:00–19:00'])
})

test('consecutive days with the same hours share one line, and other days do not', () => {
  const hours = {
    ...sameHours({ weekdays: ['monday', 'tuesday', 'friday'], start: '09:00', end: '13:00' }),
    ...sameHours({ weekdays: ['wednesday'], start: '14:00', end: '18:00' }),
    thursdayStart: '',
    sundayStart: '10:00',
  }
  expect(hoursInWords(hours)).toEqual(['Lunes a martes, 09:00–13:00', 'Miércoles, 14:00–18:00', 'Viernes, 09:00–13:00'])
})

test('a week without hours has no line', () => expect(hoursInWords({})).toEqual([]))
