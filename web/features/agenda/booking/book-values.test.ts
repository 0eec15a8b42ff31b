import { expect, test } from 'vitest'

import { type BookValues, bookForm } from './book-values.ts'

const wanted: BookValues = {
  person: { kind: 'patient', id: '0190a0de-0000-7000-8000-000000000001', name: 'Rosario Díaz', phone: null },
  guest: undefined,
  serviceId: '0190a0de-0000-7000-8000-000000000002',
  place: 'center',
  homeAddress: 'Rambla 1234',
  date: '2026-11-20',
  time: '09:30',
}

function refused(values: Partial<BookValues>): Record<string, string> {
  const { error } = bookForm.safeParse({ ...wanted, ...values })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('somebody known is entered by who they are, at the instant on the wall in Montevideo', () => {
  expect(bookForm.parse(wanted)).toEqual({
    serviceId: wanted.serviceId,
    startsAt: '2026-11-20T12:30:00.000Z',
    place: 'center',
    person: { kind: 'patient', id: wanted.person?.id },
  })
})

test('a guest is entered with their data, and a visit with its address', () => {
  const guest = { fullName: ' Amparo Ruiz ', phone: '099 123 456', email: '' }
  expect(bookForm.parse({ ...wanted, person: undefined, guest, place: 'home' })).toMatchObject({
    homeAddress: 'Rambla 1234',
    person: { kind: 'newGuest', fullName: 'Amparo Ruiz', phone: '099 123 456', email: '' },
  })
})

test('all that is missing is said at once', () => {
  expect(
    refused({ person: undefined, serviceId: '', place: 'home', homeAddress: ' ', date: '', time: '9' }),
  ).toMatchObject({
    person: 'Elige quién viene, o agrega a alguien nuevo',
    serviceId: 'Elige el servicio',
    homeAddress: 'Indica la dirección de la visita',
    date: 'Elige el día',
    time: 'Elige o escribe la hora',
  })
  const guest = { fullName: 'A', phone: '', email: 'nada' }
  expect(Object.keys(refused({ person: undefined, guest, place: 'home', homeAddress: '', time: '09:31' }))).toEqual([
    'guest.fullName',
    'guest.email',
    'time',
    'homeAddress',
  ])
  expect(refused({ time: '09:31' })).toEqual({ time: 'Las horas van de 5 en 5 minutos' })
})
