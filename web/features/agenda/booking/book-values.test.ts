import { expect, test } from 'vitest'

import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { addDays, localToday } from '#web/platform/local-days.ts'

import { type BookValues, bookForm, firstValues, lastService } from './book-values.ts'
import { fieldOfStart } from './time-values.ts'

const completeValues: BookValues = {
  person: {
    kind: 'patient',
    id: '0190a0de-0000-7000-8000-000000000001',
    name: 'Rosario Díaz',
    phone: null,
    dependant: null,
  },
  guest: undefined,
  serviceId: '0190a0de-0000-7000-8000-000000000002',
  place: 'center',
  homeAddress: 'Rambla 1234',
  packageId: '',
  date: '2026-11-20',
  time: '09:30',
}

function errorsOf(values: Partial<BookValues>): Record<string, string> {
  const { error } = bookForm.safeParse({ ...completeValues, ...values })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('a booking of a known person names the person by id, and its start is the typed time in Montevideo', () => {
  expect(bookForm.parse(completeValues)).toEqual({
    serviceId: completeValues.serviceId,
    startsAt: '2026-11-20T12:30:00.000Z',
    place: 'center',
    person: { kind: 'patient', id: completeValues.person?.id },
  })
})

test('a booking of a new guest contains the guest’s data, and a home visit contains its address', () => {
  const guest = { fullName: ' Amparo Ruiz ', phone: '099 123 456', email: '' }
  expect(bookForm.parse({ ...completeValues, person: undefined, guest, place: 'home' })).toMatchObject({
    homeAddress: 'Rambla 1234',
    person: { kind: 'newGuest', fullName: 'Amparo Ruiz', phone: '099 123 456', email: '' },
  })
})

test('a form with several missing values reports all of them together', () => {
  expect(
    errorsOf({ person: undefined, serviceId: '', place: 'home', homeAddress: ' ', date: '', time: '9' }),
  ).toMatchObject({
    person: 'Elige quién viene, o agrega a alguien nuevo',
    serviceId: 'Elige el servicio',
    homeAddress: 'Indica la dirección de la visita',
    date: 'Elige el día',
    time: 'Elige o escribe la hora',
  })
  const guest = { fullName: 'A', phone: '', email: 'nada' }
  expect(Object.keys(errorsOf({ person: undefined, guest, place: 'home', homeAddress: '', time: '09:31' }))).toEqual([
    'guest.fullName',
    'guest.email',
    'time',
    'homeAddress',
  ])
  expect(errorsOf({ time: '09:31' })).toEqual({ time: 'Las horas van de 5 en 5 minutos' })
})

const laura = {
  id: 'laura',
  name: 'Ana Laura',
  photoUrl: null,
  hours: [{ weekday: 5, startMinute: 540, endMinute: 780 }],
  services: [
    { id: 'masaje', name: 'Masaje', priceCents: 1, durationMinutes: 60 },
    { id: 'reiki', name: 'Reiki', priceCents: 1, durationMinutes: 60 },
  ],
  places: ['center' as const],
}
const bruno = { ...laura, id: 'bruno', name: 'Bruno', services: [{ ...laura.services[0], id: 'yoga', name: 'Yoga' }] }
const professionals = [laura, bruno] as AgendaProfessional[]
const agenda = { professionals } as Agenda
const context = { agenda, at: undefined, person: undefined, date: '2026-11-20', professionalId: undefined }

test('a new appointment preselects no service when there are several', () => {
  expect(firstValues(context).serviceId).toBe('')
  expect(firstValues({ ...context, at: { date: '2026-11-20', minute: 540, professionalId: 'laura' } }).serviceId).toBe(
    '',
  )
  expect(firstValues({ ...context, professionalId: 'bruno' }).serviceId).toBe('yoga')
})

test('a known person’s last service is proposed while its professional still offers it and no other professional is in view', () => {
  const visit = ({
    status,
    startsAt,
    professionalId,
    id,
  }: {
    id: string
    professionalId: string
    startsAt: string
    status?: 'completed' | 'cancelled'
  }) => ({
    status: status ?? ('completed' as const),
    startsAt,
    professionalId,
    service: { id, name: '', durationMinutes: 60 },
  })
  const visits = [
    visit({ id: 'yoga', professionalId: 'bruno', startsAt: '2026-11-01T12:00:00.000Z' }),
    visit({ id: 'reiki', professionalId: 'laura', startsAt: '2026-11-10T12:00:00.000Z' }),
    visit({ id: 'masaje', professionalId: 'laura', startsAt: '2026-11-12T12:00:00.000Z', status: 'cancelled' }),
  ]
  const proposed = (professionalId?: string) => lastService({ visits, professionals, professionalId })?.serviceId
  expect(proposed()).toBe('reiki')
  expect(proposed('laura')).toBe('reiki')
  expect(proposed('bruno')).toBeUndefined()
  expect(
    lastService({ visits, professionals: [bruno] as AgendaProfessional[], professionalId: undefined }),
  ).toBeUndefined()
})

test('a refused start is said under the hour of today, and under any other day', () => {
  expect(fieldOfStart({ date: localToday() })).toBe('time')
  expect(fieldOfStart({ date: addDays({ date: localToday(), days: -1 }) })).toBe('date')
  expect(fieldOfStart({ date: addDays({ date: localToday(), days: 200 }) })).toBe('date')
})
