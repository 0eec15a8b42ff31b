import { describe, expect, test } from 'vitest'
import { matchAppointmentColumns } from './appointment-columns.ts'
import {
  packAppointment,
  readDuration,
  readPlace,
  readPrice,
  readWallTime,
  unpackAppointment,
} from './appointment-files.ts'

describe('the date and the time of a line', () => {
  test.each([
    [{ date: '24/11/2026', time: '14:30' }, '2026-11-24', '14:30'],
    [{ date: '2026-11-24', time: '9' }, '2026-11-24', '09:00'],
    [{ date: '24-11-26', time: '14.30 hs' }, '2026-11-24', '14:30'],
    [{ date: '24/11/2026 14:30' }, '2026-11-24', '14:30'],
    [{ date: '2026-11-24T14:30:00' }, '2026-11-24', '14:30'],
    [{ date: '24/11/26', time: '2:30 p. m.' }, '2026-11-24', '14:30'],
    [{ date: '24/11/2026', time: '12:15 am' }, '2026-11-24', '00:15'],
    [{ date: '24/11/2026 00:00', time: '8:05' }, '2026-11-24', '08:05'],
  ])('%j is read', (cells, day, time) => {
    expect(readWallTime(cells)).toEqual({ day, time })
  })

  test.each([
    [{ date: '31/02/2027', time: '10:00' }, 'date'],
    [{ date: '', time: '10:00' }, 'date'],
    [{ date: '=HOY()', time: '10:00' }, 'date'],
    [{ date: '24/11/2026', time: '' }, 'time'],
    [{ date: '24/11/2026', time: '25:00' }, 'time'],
    [{ date: '24/11/2026', time: '13:00 pm' }, 'time'],
    [{ date: '2026-11-24T17:30:00Z' }, 'time'],
    [{ date: '2026-11-24T17:30:00-03:00' }, 'time'],
  ])('%j is refused for its %s', (cells, fault) => {
    expect(readWallTime(cells)).toEqual({ fault })
  })
})

test.each([
  ['', null],
  ['45', 45],
  ['45 min', 45],
  ['1:30 h', 90],
  ['0:45:00', 45],
  ['47', undefined],
  ['5', undefined],
  ['10:00', undefined],
  ['una hora', undefined],
])('the duration %j is %j', (cell, minutes) => {
  expect(readDuration(cell)).toBe(minutes)
})

test.each([
  ['', null],
  ['1500', 150_000],
  ['$ 1.500', 150_000],
  ['1.500,50', 150_050],
  ['1,500.50', 150_050],
  ['1500.5', 150_050],
  ['0', 0],
  ['UYU 900', 90_000],
  ['-100', undefined],
  ['9999999', undefined],
  ['gratis', undefined],
])('the price %j is %j', (cell, cents) => {
  expect(readPrice(cell)).toBe(cents)
})

test.each([
  ['', null],
  ['Videollamada', 'online'],
  ['En línea', 'online'],
  ['Consultorio', 'center'],
  ['A domicilio', 'home'],
  ['Plutón', undefined],
])('the place %j is %j', (cell, place) => {
  expect(readPlace(cell)).toBe(place)
})

test('columns are matched by their heads in Spanish and English, and of two with one name the first', () => {
  expect(
    matchAppointmentColumns(['Fecha', 'Hora', 'Paciente', 'Celular', 'Celular', 'Profesional', 'Tratamiento', 'Otra']),
  ).toEqual(['date', 'time', 'name', 'phone', null, 'professional', 'service', null])
  expect(matchAppointmentColumns(['Start time', 'Date', 'Client name', 'Staff member', 'Appointment type'])).toEqual([
    ...['time', 'date', 'name', 'professional', 'service'],
  ])
})

test('a row is sent as one text, without the names that the desk chose a service for', () => {
  const row = {
    ...{ line: 7, serviceId: '0b0e7c9e-5f5b-4a44-8f6f-0c1f6a3f1d11', answer: 'new' },
    cells: { date: '24/11/2026', name: 'Ana\u001fGil', professional: 'Ana Suárez', note: '=1+1' },
  }
  const read = unpackAppointment(packAppointment(row))
  expect(read).toMatchObject({ line: 7, serviceId: row.serviceId, answer: 'new' })
  expect(read?.cells).toMatchObject({ date: '24/11/2026', name: 'Ana Gil', note: '=1+1', time: '' })
  expect(read?.cells.professional).toBeUndefined()
  expect(unpackAppointment('7')).toBeUndefined()
  expect(unpackAppointment(packAppointment({ ...row, line: 99_999 }))).toBeUndefined()
})
