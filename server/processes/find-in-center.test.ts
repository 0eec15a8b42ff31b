import { expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'

import { findInCenterRoutes } from './find-in-center.ts'

const platform = await testPlatform()
const monday = new Date('2026-11-23T13:00:00Z')
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)
const find = ({ centerId }: Pick<Desk, 'centerId'>, q: string, userId: string) =>
  clientOf(platform, findInCenterRoutes.contacts, userId).find({ centerId, q })

test('part of a name finds people, their upcoming appointments and professionals, whatever the accents', async () => {
  const desk = await buildDesk(platform)
  const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId, name: 'Rósula Núñez' })
  const { patientId } = await buildPatient(platform, { fullName: 'Rosa Núñez' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: later(-24 * 30), status: 'completed' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: later(48), status: 'cancelled' })
  const next = await buildAppointment(platform, { ...desk, patientId, startsAt: later(24) })
  await desk.book({ startsAt: later(2), person: newGuest('Nuñez Prado', '099 765 432') })

  const found = await find(desk, 'NUNEZ', desk.reception)
  expect(found.people.map(({ kind, name }) => [kind, name])).toEqual([
    ['guest', 'Nuñez Prado'],
    ['patient', 'Rosa Núñez'],
  ])
  expect(found.appointments.map(({ name }) => name)).toEqual(['Nuñez Prado', 'Rosa Núñez'])
  expect(found.appointments[1]).toEqual({
    id: next.appointmentId,
    status: 'confirmed',
    startsAt: later(24).toISOString(),
    name: 'Rosa Núñez',
    birthDate: null,
    professionalName: 'Ana Suárez',
  })
  expect(found.professionals).toEqual([{ id: professionalId, name: 'Rósula Núñez' }])

  const byPhone = await find(desk, '765432', desk.reception)
  expect(byPhone.people.map(({ name }) => name)).toEqual(['Nuñez Prado'])
  expect(byPhone.professionals).toEqual([])
})

test('a receptionist finds only people of the centre, and a professional only their own patients and themselves', async () => {
  const desk = await buildDesk(platform)
  const elsewhere = await buildDesk(platform)
  await elsewhere.book({ startsAt: monday, person: newGuest('Irma Sosa', '099 111 222') })
  const colleague = await buildService(platform, { centerId: desk.centerId })
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Prado' })
  await buildAppointment(platform, { ...colleague, patientId, startsAt: monday })
  await desk.book({ startsAt: monday, person: newGuest('Irma Luna', '099 333 444') })

  const names = (found: Awaited<ReturnType<typeof find>>) => found.people.map(({ name }) => name)
  expect(names(await find(desk, 'irma', desk.reception))).toEqual(['Irma Luna', 'Irma Prado'])
  const own = await find(desk, 'irma', desk.professional)
  expect(names(own)).toEqual(['Irma Luna'])
  expect(own.appointments.map(({ name }) => name)).toEqual(['Irma Luna'])
  expect((await find(desk, 'suarez', desk.professional)).professionals).toHaveLength(1)
  expect((await find(desk, 'suarez', desk.reception)).professionals).toHaveLength(2)
})

test('at most five results of each kind are returned, and a single letter is refused', async () => {
  const desk = await buildDesk(platform)
  for (const letter of ['A', 'B', 'C', 'D', 'E', 'F']) {
    await desk.book({
      startsAt: later(letter.charCodeAt(0)),
      person: newGuest(`Delia ${letter}`, ''),
      evenOutsideHours: true,
    })
  }
  const found = await find(desk, 'delia', desk.reception)
  expect(found.people).toHaveLength(5)
  expect(found.appointments).toHaveLength(5)
  await expect(find(desk, ' d ', desk.reception)).rejects.toThrow()
  await expect(find(desk, 'x'.repeat(101), desk.reception)).rejects.toThrow()
})

test('an account is refused after 120 searches in a minute, and other accounts are not affected', async () => {
  const desk = await buildDesk(platform)
  const outcomes = await Promise.allSettled(Array.from({ length: 125 }, () => find(desk, 'zz', desk.reception)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120)
  await expect(find(desk, 'zz', desk.reception)).rejects.toEqual(withCode('request.too_many'))
  await find(desk, 'zz', desk.owner)
})
