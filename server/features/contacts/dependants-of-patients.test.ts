import { describe, expect, test } from 'vitest'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { findInCenter } from '#server/processes/find-in-center.ts'
import { readContactRoutes } from '#server/processes/read-contact.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from './contacts.routes.ts'
import { exportContacts } from './usecases/export-contacts.ts'

const platform = await testPlatform()
const { db } = platform
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)
const as = (userId: string) => clientOf(platform, { ...contactsRoutes, ...readContactRoutes.contacts }, userId)

const attends = (appointmentId: string, dependantId: string) =>
  db.updateTable('appointments').set({ dependant_id: dependantId }).where('id', '=', appointmentId).execute()

/** A parent whose son came to the centre, and whose daughter did not. */
async function buildFamily(desk: Desk) {
  const { patientId } = await buildPatient(platform, { fullName: 'Marta Sosa' })
  await db.updateTable('profiles').set({ phone: '+598 99 111 222' }).where('id', '=', patientId).execute()
  const [benjamin, candela] = [newId(), newId()]
  const child = { guardian_id: patientId, birth_date: '2019-05-04', relation: 'Hijo' }
  await db
    .insertInto('dependants')
    .values([
      { ...child, id: benjamin, full_name: 'Benjamín Gil' },
      { ...child, id: candela, full_name: 'Candela Gil' },
    ])
    .execute()
  const past = { startsAt: later(-24 * 30), status: 'completed' } as const
  const { appointmentId } = await buildAppointment(platform, { ...desk, ...past, patientId })
  await attends(appointmentId, benjamin)
  return { patientId, benjamin, candela }
}

describe('a dependant who comes to a centre', () => {
  test('is one of its patients, found by their own and the parent’s name and telephone', async () => {
    const desk = await buildDesk(platform)
    const { centerId } = desk
    const { patientId, benjamin } = await buildFamily(desk)
    const { items } = await as(desk.reception).list({ centerId })
    expect(items).toMatchObject([
      {
        ...{ kind: 'dependant', id: benjamin, name: 'Benjamín Gil', phone: '+598 99 111 222', visits: 1 },
        dependant: { guardianId: patientId, guardianName: 'Marta Sosa', relation: 'Hijo', birthDate: '2019-05-04' },
      },
    ])
    const find = async (q: string) => (await as(desk.reception).list({ centerId, q })).items.map(({ name }) => name)
    expect(await find('benjamin')).toEqual(['Benjamín Gil'])
    expect(await find('gil marta')).toEqual(['Benjamín Gil'])
    // The parent, who does not attend, is found as the one who books.
    expect(await find('sosa')).toEqual(['Benjamín Gil', 'Marta Sosa'])
    expect(await find('099111222')).toEqual(['Benjamín Gil', 'Marta Sosa'])
    expect(await find('candela')).toEqual([])
    const { csv } = await exportContacts(platform, { userId: centerId, centerId })
    expect(csv.split('\r\n')[1]).toMatch(/^Benjamín Gil;.*;Persona a cargo;1;.*;Marta Sosa;Hijo;04\/05\/2019;{4}0$/)
    expect(csv.trim().split('\n')).toHaveLength(2)
  })

  test('has a sheet with their own visits, to which the parent’s leads', async () => {
    const desk = await buildDesk(platform)
    const { patientId, benjamin, candela } = await buildFamily(desk)
    const own = await buildAppointment(platform, { ...desk, patientId, startsAt: later(4) })
    const get = (kind: 'patient' | 'dependant', personId: string) =>
      as(desk.reception).get({ centerId: desk.centerId, kind, personId })
    const child = await get('dependant', benjamin)
    expect(child.appointments.map(({ person }) => person?.name)).toEqual(['Benjamín Gil'])
    const parent = await get('patient', patientId)
    expect(parent.appointments.map(({ id }) => id)).toEqual([own.appointmentId])
    expect(parent.contact).toMatchObject({ name: 'Marta Sosa', visits: 0, dependant: null })
    expect(parent.dependants).toEqual([{ id: benjamin, name: 'Benjamín Gil', birthDate: '2019-05-04' }])
    // A dependant who never came, an id of another kind, and a centre to which the child never came.
    await expect(get('dependant', candela)).rejects.toEqual(withCode('contacts.not_found'))
    await expect(get('dependant', patientId)).rejects.toEqual(withCode('contacts.not_found'))
    await expect(get('patient', benjamin)).rejects.toEqual(withCode('contacts.not_found'))
    const other = await buildDesk(platform)
    const foreign = as(other.reception).get({ centerId: other.centerId, kind: 'dependant', personId: benjamin })
    await expect(foreign).rejects.toEqual(withCode('contacts.not_found'))
  })

  test('is seen by the professional who attends them, and by no other one', async () => {
    const desk = await buildDesk(platform)
    const { patientId, candela } = await buildFamily(desk)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const theirs = { ...desk, professionalId, serviceId, patientId, startsAt: later(4) }
    await attends((await buildAppointment(platform, theirs)).appointmentId, candela)
    const { items } = await as(desk.professional).list({ centerId: desk.centerId })
    expect(items.map(({ name }) => name)).toEqual(['Benjamín Gil'])
    await expect(
      as(desk.professional).get({ centerId: desk.centerId, kind: 'dependant', personId: candela }),
    ).rejects.toEqual(withCode('contacts.not_found'))
  })

  test('is booked by the desk until the parent removes them or blocks the centre', async () => {
    const desk = await buildDesk(platform)
    const { patientId, benjamin, candela } = await buildFamily(desk)
    const book = (id: string, hours: number) => desk.book({ startsAt: later(hours), person: { kind: 'dependant', id } })
    const { row, member } = await book(benjamin, 4)
    expect(row).toMatchObject({ patientId, dependantId: benjamin, attendeeName: 'Benjamín Gil' })
    const found = await findInCenter(platform, { member, userId: desk.reception, q: 'benjamin' })
    expect(found.appointments.map(({ id }) => id)).toEqual([row.id])
    await expect(book(candela, 8)).rejects.toEqual(withCode('agenda.unknown_person'))
    const setRemoved = (removed_at: Date | null) =>
      db.updateTable('dependants').set({ removed_at }).where('id', '=', benjamin).execute()
    await setRemoved(monday)
    await expect(book(benjamin, 8)).rejects.toEqual(withCode('agenda.dependant_removed'))
    await setRemoved(null)
    const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: desk.centerId })
    await setBlocked(platform, { userId: patientId, conversationId, isBlocked: true })
    await expect(book(benjamin, 8)).rejects.toEqual(withCode('agenda.blocked_by_patient'))
  })
})
