import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient, buildProfessional, buildTimeOff } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { agendaRoutes } from '../routes/agenda.ts'
import { collectPayment } from './collect-payment.ts'

const platform = await testPlatform()
const fromNow = (minutes: number) => new Date(platform.clock.now().getTime() + minutes * minuteMs)
const todayOf = (userId: string, centerId: string) => clientOf(platform, agendaRoutes, userId).today({ centerId })

async function add(desk: Desk, name: string, input: Parameters<typeof buildAppointment>[1]) {
  const { patientId } = await buildPatient(platform, { fullName: name })
  return buildAppointment(platform, { ...desk, durationMinutes: 30, patientId, ...input })
}

const arrive = (appointmentId: string) =>
  platform.db
    .updateTable('appointments')
    .set({ arrived_at: fromNow(-5) })
    .where('id', '=', appointmentId)
    .execute()

const names = ({ items }: { items: { person: { name: string } | null }[] }) => items.map(({ person }) => person?.name)

test('the day sorts its appointments by what is left to do with them', async () => {
  const desk = await buildDesk(platform)
  await add(desk, 'Irma Sosa', { startsAt: fromNow(-40), status: 'completed' })
  await add(desk, 'Nelly Acosta', { startsAt: fromNow(-10) })
  const arrived = await add(desk, 'Amparo Silva', { startsAt: fromNow(30) })
  await arrive(arrived.appointmentId)
  await add(desk, 'Rosario Techera', { startsAt: fromNow(60) })
  await add(desk, 'Delia Prado', { startsAt: fromNow(90) })
  await add(desk, 'Omar Lema', { startsAt: fromNow(-26 * 60) })
  await add(desk, 'Perla Rey', { startsAt: fromNow(120), status: 'pending' })
  await add(desk, 'Elsa Rivas', { startsAt: fromNow(150), status: 'cancelled' })

  const today = await todayOf(desk.reception, desk.centerId)
  expect(today).toMatchObject({ date: '2026-11-20', count: 6 })
  expect(names(today.next)).toEqual(['Rosario Techera', 'Delia Prado'])
  expect(names(today.late)).toEqual(['Nelly Acosta'])
  expect(names(today.arrived)).toEqual(['Amparo Silva'])
  expect(names(today.unpaid)).toEqual(['Irma Sosa', 'Amparo Silva'])
  expect(names(today.toClose)).toEqual(['Omar Lema'])
  expect(today.requests.map(({ person }) => person?.name)).toEqual(['Perla Rey'])

  await collectPayment(platform, { ...desk.at(arrived.appointmentId), amountCents: 150_000, method: 'efectivo' })
  expect(names((await todayOf(desk.reception, desk.centerId)).unpaid)).toEqual(['Irma Sosa'])
})

test('the gaps of the day are what appointments and absences leave of the working hours, from now on', async () => {
  const desk = await buildDesk(platform, { hours: [{ weekday: 5, startMinute: 480, endMinute: 780 }] })
  const away = { ...desk, startsAt: fromNow(180), endsAt: fromNow(240) }
  await buildTimeOff(platform, away)
  await add(desk, 'Irma Sosa', { startsAt: fromNow(60) })
  const { gaps } = await todayOf(desk.reception, desk.centerId)
  const at = (minutes: number) => fromNow(minutes).toISOString()
  expect(gaps.items.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    [at(0), at(60)],
    [at(90), at(180)],
  ])
})

test('a list of the day has at most six lines, and the count of all', async () => {
  const desk = await buildDesk(platform)
  for (const nth of [0, 1, 2, 3, 4, 5, 6])
    await add(desk, `Paciente ${'ABCDEFG'[nth]}`, { startsAt: fromNow(30 + nth * 30) })
  const { next } = await todayOf(desk.reception, desk.centerId)
  expect(next.count).toBe(7)
  expect(next.items).toHaveLength(6)
})

test('a professional sees only their own day', async () => {
  const desk = await buildDesk(platform)
  const colleague = await buildProfessional(platform, { centerId: desk.centerId, name: 'Renata Olivera' })
  await buildAppointment(platform, { ...colleague, startsAt: fromNow(60) })
  await add(desk, 'Irma Sosa', { startsAt: new Date(fromNow(0).getTime() + hourMs) })
  const today = await todayOf(desk.professional, desk.centerId)
  expect(names(today.next)).toEqual(['Irma Sosa'])
  expect(today.gaps.items.some(({ professionalName }) => professionalName === 'Renata Olivera')).toBe(false)
})
