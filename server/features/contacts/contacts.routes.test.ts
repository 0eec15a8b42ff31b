import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { readContactRoutes } from '#server/processes/read-contact.ts'
import { buildAppointment, buildPatient, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from './contacts.routes.ts'

const platform = await testPlatform()
const { db } = platform
const monday = new Date('2026-11-23T13:00:00Z')
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)
const as = (userId: string) =>
  justRead(platform, clientOf(platform, { ...contactsRoutes, ...readContactRoutes.contacts }, userId))
const visit = async (
  desk: Desk,
  input: { fullName: string; phone?: string; startsAt?: Date; status?: 'completed' | 'confirmed' },
) => {
  const { patientId } = await buildPatient(platform, input)
  await db
    .updateTable('profiles')
    .set({ phone: input.phone ?? null })
    .where('id', '=', patientId)
    .execute()
  const { appointmentId } = await buildAppointment(platform, {
    ...desk,
    startsAt: later(-24 * 30),
    status: 'completed',
    ...input,
    patientId,
  })
  return { patientId, appointmentId }
}
const find = async (desk: Desk, q?: string) =>
  (await as(desk.reception).list({ centerId: desk.centerId, ...(q === undefined ? {} : { q }) })).items.map(
    ({ name }) => name,
  )

describe('the patients of a centre', () => {
  test('are its guests and the patients with past or upcoming appointments, with their visits', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await visit(desk, { fullName: 'Álvaro Ñandú', phone: '+598 99 111 222' })
    await buildAppointment(platform, { ...desk, patientId, startsAt: later(4) })
    await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '098 333 444') })
    await buildPatient(platform, { fullName: 'Ajena Total' })
    const { items, nextCursor } = await as(desk.reception).list({ centerId: desk.centerId })
    expect(nextCursor).toBeNull()
    expect(items).toMatchObject([
      {
        kind: 'patient',
        id: patientId,
        phone: '+598 99 111 222',
        visits: 1,
        lastVisit: later(-24 * 30).toISOString(),
        nextVisit: later(4).toISOString(),
      },
      { kind: 'guest', name: 'Rosa Luna', email: null, visits: 0, lastVisit: null, nextVisit: monday.toISOString() },
    ])
  })

  test('are found by any part of the name without accents, and by the telephone number in any spelling', async () => {
    const desk = await buildDesk(platform)
    await visit(desk, { fullName: 'Álvaro Ñandú', phone: '+598 99 111 222' })
    await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '098-333-444') })
    expect(await find(desk, 'nandu alv')).toEqual(['Álvaro Ñandú'])
    expect(await find(desk, 'LUNA')).toEqual(['Rosa Luna'])
    expect(await find(desk, '099111222')).toEqual(['Álvaro Ñandú'])
    expect(await find(desk, '(598) 98 333')).toEqual(['Rosa Luna'])
    expect(await find(desk, '%')).toEqual([])
    expect(await find(desk, '  ')).toHaveLength(2)
    expect(await find(desk, "o' or 1=1")).toEqual([])
  })

  test('are in the alphabetical order of Spanish, page after page', async () => {
    const desk = await buildDesk(platform)
    const names = ['Ácido Gil', 'ana Paz', 'nube Rey', 'Ñandú Sosa', 'Óscar Lima', 'Yago Vera']
    for (const [n, name] of names.toReversed().entries())
      await desk.book({ startsAt: later(24 * n), person: newGuest(name) })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await as(desk.reception).list({ centerId: desk.centerId, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(names)
  })

  test('are listed in pages, each person once, also with equal and with long names', async () => {
    const desk = await buildDesk(platform)
    for (let n = 0; n < 7; n++) {
      await desk.book({
        startsAt: later(24 * n + (n > 5 ? 24 : 0)),
        person: newGuest(n < 3 ? 'Ana Pérez' : `Zoe ${'ñ'.repeat(190)}${n}`),
      })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await as(desk.reception).list({ centerId: desk.centerId, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test.each(['nada', newId()])('an invalid cursor is refused: %s', async (cursor) => {
    const desk = await buildDesk(platform)
    await expect(as(desk.reception).list({ centerId: desk.centerId, cursor })).rejects.toEqual(
      withCode('request.invalid'),
    )
  })

  test('are hidden from other centres and from patients', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { patientId } = await visit(desk, { fullName: 'Marta Gil' })
    const { row } = await desk.book({ startsAt: monday })
    const guestId = row.guestId ?? ''
    const stranger = as((await buildPatient(platform)).patientId)
    const edit = { fullName: 'Otra', phone: '', email: '', note: '' } as const
    for (const client of [as(other.owner), stranger, as(patientId)]) {
      await expect(client.list({ centerId: desk.centerId })).rejects.toEqual(withCode('centers.not_found'))
      await expect(client.get({ centerId: desk.centerId, kind: 'guest', personId: guestId })).rejects.toEqual(
        withCode('centers.not_found'),
      )
      await expect(client.updateGuest({ centerId: desk.centerId, guestId, ...edit })).rejects.toEqual(
        withCode('centers.not_found'),
      )
    }
    const theirs = as(other.owner)
    expect((await theirs.list({ centerId: other.centerId })).items).toEqual([])
    await expect(theirs.get({ centerId: other.centerId, kind: 'patient', personId: patientId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    await expect(theirs.get({ centerId: other.centerId, kind: 'guest', personId: guestId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    await expect(theirs.updateGuest({ centerId: other.centerId, guestId, ...edit })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
  })

  test('of one professional are the only ones whom that professional sees, with those appointments', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const mine = await visit(desk, { fullName: 'Mía Gil' })
    const theirs = await visit({ ...desk, professionalId, serviceId }, { fullName: 'Suya Gil' })
    await buildAppointment(platform, {
      ...desk,
      professionalId,
      serviceId,
      patientId: mine.patientId,
      startsAt: later(4),
    })
    const client = as(desk.professional)
    expect((await client.list({ centerId: desk.centerId })).items).toMatchObject([
      { name: 'Mía Gil', nextVisit: null, visits: 1 },
    ])
    const contact = await client.get({ centerId: desk.centerId, kind: 'patient', personId: mine.patientId })
    expect(contact.appointments.map(({ id }) => id)).toEqual([mine.appointmentId])
    await expect(client.get({ centerId: desk.centerId, kind: 'patient', personId: theirs.patientId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    const all = await as(desk.reception).get({ centerId: desk.centerId, kind: 'patient', personId: mine.patientId })
    expect(all.appointments).toHaveLength(2)
  })

  test('include a patient whose only appointment the centre cancelled, and not one who cancelled it', async () => {
    const desk = await buildDesk(platform)
    const byPatient = await visit(desk, { fullName: 'Nunca Vino', startsAt: later(48), status: 'confirmed' })
    const byCenter = await visit(desk, { fullName: 'Otra Hora', startsAt: later(72), status: 'confirmed' })
    const caller = { userId: byPatient.patientId, visitorKey: undefined }
    await cancelAppointment(platform, { caller, appointmentId: byPatient.appointmentId })
    await cancelAtDesk(platform, { ...desk.at(byCenter.appointmentId), by: 'center', reason: 'Enfermedad' })
    expect(await find(desk)).toEqual(['Otra Hora'])
    const { centerId } = desk
    await expect(as(desk.reception).get({ centerId, kind: 'patient', personId: byPatient.patientId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    const person = { kind: 'patient', id: byPatient.patientId } as const
    await expect(desk.book({ startsAt: monday, person })).rejects.toEqual(withCode('agenda.unknown_person'))
    await expect(
      desk.book({ startsAt: monday, person: { kind: 'patient', id: byCenter.patientId } }),
    ).resolves.toBeDefined()
  })

  test('do not include a patient who only holds a time', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform)
    await holdAppointment(platform, {
      caller: { userId: patientId, visitorKey: undefined },
      address: '203.0.113.7',
      serviceId: desk.serviceId,
      startsAt: monday,
      place: 'center',
    })
    expect(await find(desk)).toEqual([])
    await expect(
      as(desk.reception).get({ centerId: desk.centerId, kind: 'patient', personId: patientId }),
    ).rejects.toEqual(withCode('contacts.not_found'))
  })
})

describe('a guest', () => {
  test('can be corrected by the receptionist, who can add a note', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const guestId = row.guestId ?? ''
    const client = as(desk.reception)
    const edit = {
      fullName: 'Rosa Luna Gil',
      phone: '099 000 111',
      email: 'ROSA@ejemplo.uy',
      note: 'Prefiere la tarde',
    }
    expect(await client.updateGuest({ centerId: desk.centerId, guestId, ...edit })).toMatchObject({
      name: 'Rosa Luna Gil',
      email: 'rosa@ejemplo.uy',
    })
    const { contact, note, appointments } = await client.get({
      centerId: desk.centerId,
      kind: 'guest',
      personId: guestId,
    })
    expect({ contact, note }).toMatchObject({ contact: { phone: '+598 99 000 111' }, note: 'Prefiere la tarde' })
    expect(appointments).toMatchObject([
      { id: row.id, professionalName: 'Ana Suárez', person: { name: 'Rosa Luna Gil' } },
    ])
  })

  test('of a colleague is neither read nor changed by a professional who types the same name and telephone', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const rosa = { ...newGuest('Rosa Luna', '099 777 555'), email: 'rosa@correo.uy' }
    const { row } = await desk.book({ startsAt: monday, person: rosa, serviceId })
    const typed = { ...newGuest('rosa luna', '099777555'), email: 'otra@correo.uy' }
    const own = { userId: desk.professional, person: typed }
    const { row: booked } = await desk.book({ ...own, startsAt: later(4) })
    expect(booked.guestId).not.toBe(row.guestId)
    const emails = async () =>
      (await desk.guests()).map(({ email }) => email ?? '').toSorted((one, other) => one.localeCompare(other))
    expect(await emails()).toEqual(['otra@correo.uy', 'rosa@correo.uy'])
    await expect(
      as(desk.professional).get({ centerId: desk.centerId, kind: 'guest', personId: row.guestId ?? '' }),
    ).rejects.toEqual(withCode('contacts.not_found'))
    // Their own guest is the same person at the next visit, and for the reception every guest is.
    const next = await desk.book({ ...own, startsAt: later(24), person: { ...typed, email: '' } })
    expect(next.row.guestId).toBe(booked.guestId)
    expect([row.guestId, booked.guestId]).toContain(
      (await desk.book({ startsAt: later(28), person: rosa })).row.guestId,
    )
    expect(await desk.guests()).toHaveLength(2)
  })

  test.each([{ fullName: ' ' }, { email: 'nada' }, { note: 'x'.repeat(1001) }])('with %j is refused', async (wrong) => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const edit = { fullName: 'Rosa', phone: '', email: '', note: '', ...wrong }
    await expect(
      as(desk.reception).updateGuest({ centerId: desk.centerId, guestId: row.guestId ?? '', ...edit }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
