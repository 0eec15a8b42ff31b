import { beforeEach, expect, test } from 'vitest'
import { centerRecordsRoutes } from '#server/features/centers/routes/records.ts'
import { updateProfessional } from '#server/features/centers/usecases/update-professional.ts'
import { updateCenter } from '#server/features/centers/usecases/update-profile.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildCenter } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { findOwnCenter } from '../centers/repository/practice.ts'
import { listTeam } from '../centers/usecases/find-professional.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { tellChanges } from './usecases/tell-changes.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

const pass = (ms: number) => platform.clock.set(new Date(platform.clock.now().getTime() + ms))

async function change(centerId: string, edit: { name?: string; address?: string }): Promise<void> {
  const current = await findOwnCenter(platform.db, { centerId })
  if (!current) throw new Error('no centre')
  const before = { ...current, neighborhood: current.neighborhood ?? '', phone: current.phone ?? '' }
  const texts = { alternativeEmail: '', website: '', whatsapp: '', instagram: '', facebook: '' }
  await updateCenter(platform, { centerId, userId: centerId, edit: { ...before, ...texts, ...edit } as never })
}

async function rename(ids: { centerId: string; professionalId: string }, name: string): Promise<void> {
  const team = await listTeam(platform.db, ids)
  const before = team.find(({ id }) => id === ids.professionalId)
  await updateProfessional(platform, { ...ids, userId: ids.centerId, edit: { ...before, name } as never })
}

const build = (hours = 72, more = {}) =>
  buildAppointment(platform, { startsAt: new Date(platform.clock.now().getTime() + hours * hourMs), ...more })

const mails = async () =>
  (await listMails(platform, { limit: 50 })).filter(({ kind }) => kind === 'appointments.details_changed')
const bell = (userId: string) =>
  platform.db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('event', '=', 'appointments.details_changed')
    .select(['title', 'message'])
    .execute()
const sequenceOf = async (id: string) =>
  (
    await platform.db
      .selectFrom('appointments')
      .where('id', '=', id)
      .select('calendar_sequence as sequence')
      .executeTakeFirstOrThrow()
  ).sequence

async function tellLater(): Promise<void> {
  pass(11 * minuteMs)
  await tellChanges(platform)
  await tellChanges(platform)
}

test('patients with upcoming appointments are told once of a new name and address, with old and new', async () => {
  const visit = await build()
  const past = await build(-48, { ...visit, patientId: undefined, status: 'completed' })
  const online = await build(80, { ...visit, patientId: undefined, place: 'online' })
  const sequence = await sequenceOf(visit.appointmentId)
  await change(visit.centerId, { name: 'Hospital Británico', address: 'Ruta 5 kilómetro 30' })
  await tellChanges(platform)
  expect(await mails()).toEqual([])
  await tellLater()
  const mailed = await mails()
  expect(mailed).toHaveLength(2)
  const toVisit = mailed.find(({ text }) => text.includes('Ruta 5'))
  expect(toVisit?.subject).toBe('Cambió la dirección de tu cita')
  expect(toVisit?.text).toContain(
    'La dirección: antes Av. Brasil 2500, Pocitos, Montevideo; ahora Ruta 5 kilómetro 30, Pocitos, Montevideo.',
  )
  expect(toVisit?.text).toContain('El centro: antes Centro Rambla; ahora Hospital Británico.')
  expect(mailed.find((mail) => mail !== toVisit)?.text).not.toContain('La dirección:')
  expect(await bell(visit.patientId)).toMatchObject([
    { message: expect.stringContaining('antes Av. Brasil 2500, Pocitos, Montevideo; ahora Ruta 5') },
  ])
  expect(await bell(past.patientId)).toEqual([])
  expect(await bell(online.patientId)).toHaveLength(1)
  expect(await sequenceOf(visit.appointmentId)).toBeGreaterThan(sequence)
})

test('a renamed professional is told to their own patients, and what was corrected at once is not told', async () => {
  const visit = await build()
  const other = await build(90, { centerId: visit.centerId })
  await rename(visit, 'Roberto Pérez')
  await change(visit.centerId, { name: 'Centro Ramblo' })
  await change(visit.centerId, { name: 'Centro Rambla' })
  await tellLater()
  expect(await mails()).toMatchObject([{ subject: 'Cambió el nombre de quien te atiende' }])
  expect(await bell(visit.patientId)).toHaveLength(1)
  expect(await bell(other.patientId)).toEqual([])
})

test('an appointment is mailed about once a day, and one that begins before that is told of by the bell', async () => {
  const later = await build(72)
  const soon = await build(20, { ...later, patientId: undefined })
  await change(later.centerId, { name: 'Centro Uno' })
  await tellLater()
  await change(later.centerId, { name: 'Centro Dos' })
  await tellLater()
  expect(await mails()).toHaveLength(2)
  expect(await bell(soon.patientId)).toMatchObject([{ message: 'El centro: antes Centro Uno; ahora Centro Dos.' }])
  expect(await bell(later.patientId)).toMatchObject([{ message: 'El centro: antes Centro Rambla; ahora Centro Uno.' }])
  pass(24 * hourMs)
  await tellChanges(platform)
  expect((await mails())[0]?.text).toContain('El centro: antes Centro Uno; ahora Centro Dos.')
  expect(await mails()).toHaveLength(3)
})

test('a cancelled appointment and one that was booked under the new name are told of nothing', async () => {
  const visit = await build()
  await change(visit.centerId, { name: 'Centro Nuevo' })
  pass(minuteMs)
  await build(90, { ...visit, patientId: undefined, createdAt: platform.clock.now() })
  const caller = { userId: visit.patientId, visitorKey: undefined }
  await cancelAppointment(platform, { caller, appointmentId: visit.appointmentId })
  await tellLater()
  expect(await mails()).toEqual([])
})

test('staff see the old and the new beside an approved centre, which keeps its approval and may rename itself a few times', async () => {
  const { centerId } = await buildCenter(platform)
  const { centerId: unapproved } = await buildCenter(platform, { isApproved: false, isPublic: false })
  await change(centerId, { name: 'CENTRO RAMBLA' })
  await change(centerId, { name: 'Hospital Británico' })
  await change(unapproved, { name: 'Otro nombre' })
  const { userId } = await buildAccount(platform)
  const staff = clientOf(
    platform,
    { centerRecords: centerRecordsRoutes },
    { bearer: userId, authenticate: () => Promise.resolve(actorOf(['moderator'], userId)) },
  )
  const change1 = { what: 'center_name', former: 'CENTRO RAMBLA', changedTo: 'Hospital Británico' }
  const { items } = await staff.centerRecords.list({})
  expect(items.find(({ id }) => id === centerId)).toMatchObject({ isApproved: true, changes: [change1] })
  expect(items.find(({ id }) => id === unapproved)).toMatchObject({ changes: [] })
  expect(await staff.centerRecords.get({ centerId })).toMatchObject({ changes: [change1] })
  for (const name of ['Centro Uno', 'Centro Dos']) await change(centerId, { name })
  await expect(change(centerId, { name: 'Centro Tres' })).rejects.toMatchObject({
    data: { fields: [{ path: 'name', message: expect.stringContaining('3 veces') }] },
  })
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro']) await change(unapproved, { name: `Centro ${name}` })
})
