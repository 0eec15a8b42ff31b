import { expect, test } from 'vitest'
import { dateProblem } from './date-problem.ts'
import { dateText, readDate, withSlashes } from './typed-date.ts'

test.each([
  ['', ''],
  ['05/03/2027', '2027-03-05'],
  ['5/3/2027', '2027-03-05'],
  ['05032027', '2027-03-05'],
  ['050327', '2027-03-05'],
  ['05-03-27', '2027-03-05'],
  [' 5 . 3 . 2027 ', '2027-03-05'],
  ['2027-03-05', '2027-03-05'],
  ['\u200E０５/03/2027', '2027-03-05'],
  ['29/02/2028', '2028-02-29'],
])('%j means %j', (text, date) => {
  expect(readDate(text, { finished: true })).toEqual({ date })
})

test('two digits of a year count once the text is finished, and a day that would be to come is of the last century', () => {
  expect(readDate('05/03/20', { finished: false })).toEqual({ fault: 'incomplete' })
  const max = '2026-11-20'
  expect(readDate('05/03/85', { max, finished: true })).toEqual({ date: '1985-03-05' })
  expect(readDate('20/11/26', { max, finished: true })).toEqual({ date: '2026-11-20' })
  expect(readDate('21/11/26', { max, finished: true })).toEqual({ date: '1926-11-21' })
})

test.each([
  ['5', 'La fecha está incompleta. Escribe el día, el mes y el año.'],
  ['05/03/', 'La fecha está incompleta. Escribe el día, el mes y el año.'],
  ['05/03/202', 'La fecha está incompleta. Escribe el día, el mes y el año.'],
  ['mañana', 'Escribe la fecha con números: el día, el mes y el año, como 05/03/2027.'],
  ['05/03/202700', 'El año tiene cuatro cifras, como 2027.'],
  ['11/20/2026', 'El mes va de 1 a 12. Escribe primero el día, como 05/03/2027.'],
  ['31/02/2027', 'Ese día no existe: febrero de 2027 tiene 28 días.'],
  ['31/09/2027', 'Ese día no existe: setiembre de 2027 tiene 30 días.'],
  ['05/03/0002', 'Esa fecha no se puede elegir. Elige una del 1 de enero de 1900 al 31 de diciembre de 2199.'],
])('%j is refused with what to do', (text, problem) => {
  expect(dateProblem(readDate(text, { finished: true }), {})).toBe(problem)
})

test('a day outside the limits is refused with those that the field has', () => {
  const read = readDate('05/03/2027', { finished: true })
  expect(dateProblem(read, { max: '2027-03-04' })).toBe(
    'Esa fecha no se puede elegir. Elige una hasta el 4 de marzo de 2027.',
  )
  expect(dateProblem(read, { min: '2027-03-06' })).toBe(
    'Esa fecha no se puede elegir. Elige una desde el 6 de marzo de 2027.',
  )
  expect(dateProblem(read, { min: '2027-03-05', max: '2027-03-05' })).toBeUndefined()
})

test('digits typed straight through get their slashes, and nothing else is changed', () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => withSlashes(text, text + key), '')
  expect(typed('05032027')).toBe('05/03/2027')
  expect(typed('5/3/2027')).toBe('5/3/2027')
  expect(typed('05-03-27')).toBe('05-03-27')
  expect(typed('2027-03-05')).toBe('2027-03-05')
  // A slash that was taken back stays away.
  expect(withSlashes('05/', '05')).toBe('05')
  expect(dateText('2027-03-05')).toBe('05/03/2027')
  expect(dateText('')).toBe('')
})
