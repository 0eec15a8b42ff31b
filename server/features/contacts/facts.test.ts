import { describe, expect, test } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { readContactRoutes } from '#server/processes/read-contact.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from './contacts.routes.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, { ...contactsRoutes, ...readContactRoutes.contacts }, userId)
const none = { cedula: '', birthDate: '', cover: '', tags: '', note: '' }
const hour = 3_600_000

async function patientOf(desk: Desk, { fullName = 'Marta Sosa', startsAt = monday } = {}) {
  const { patientId } = await buildPatient(platform, { fullName })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  return { patientId, appointmentId }
}
const sheetOf = (
  desk: Desk,
  person: { kind: 'patient' | 'dependant' | 'guest'; personId: string },
  by = desk.reception,
) => as(by).get({ centerId: desk.centerId, ...person })

describe('what a centre keeps of a person', () => {
  test('is stored for a guest with the version that was read, and a second edit of that version is refused', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const person = { kind: 'guest', personId: row.guestId ?? '' } as const
    const { version } = await sheetOf(desk, person)
    const edit = {
      centerId: desk.centerId,
      guestId: person.personId,
      fullName: 'Rosa Luna',
      phone: '',
      email: '',
      note: '',
    }
    const facts = {
      cedula: '1.234.567-2',
      birthDate: '1980-12-31',
      cover: 'la española',
      tags: 'Control, piso 2, control',
    }
    const saved = await as(desk.reception).updateGuest({ ...edit, ...facts, version })
    expect(saved.tags).toEqual(['Control', 'piso 2'])
    expect((await sheetOf(desk, person)).facts).toEqual({
      cedula: '12345672',
      birthDate: '1980-12-31',
      cover: 'Asociación Española',
      tags: ['Control', 'piso 2'],
    })
    await expect(as(desk.reception).updateGuest({ ...edit, ...none, version })).rejects.toEqual(
      withCode('request.changed_meanwhile'),
    )
  })

  test('stays where a guest’s edit leaves it out', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const person = { kind: 'guest', personId: row.guestId ?? '' } as const
    const edit = {
      centerId: desk.centerId,
      guestId: person.personId,
      fullName: 'Rosa Luna',
      phone: '',
      email: '',
      note: '',
    }
    const { version } = await sheetOf(desk, person)
    await as(desk.reception).updateGuest({ ...edit, cedula: '12345672', cover: 'Prepaga del sur', version })
    const second = (await sheetOf(desk, person)).version
    await as(desk.reception).updateGuest({ ...edit, note: 'Nueva', version: second })
    expect(await sheetOf(desk, person)).toMatchObject({
      note: 'Nueva',
      facts: { cedula: '12345672', cover: 'Prepaga del sur' },
    })
  })

  test('of a person with an account is read by this centre alone', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { patientId } = await patientOf(desk)
    await buildAppointment(platform, { ...other, patientId, startsAt: new Date(monday.getTime() + 3 * hour) })
    const person = { kind: 'patient', personId: patientId } as const
    const { version } = await sheetOf(desk, person)
    const edit = { ...none, cedula: '12345672', note: 'Toca el timbre', tags: 'control' }
    await as(desk.reception).updateFacts({ centerId: desk.centerId, ...person, ...edit, version })
    expect(await sheetOf(desk, person)).toMatchObject({ note: 'Toca el timbre', facts: { cedula: '12345672' } })
    expect(await sheetOf(other, person)).toMatchObject({ note: null, facts: { cedula: null, tags: [] } })
    expect((await as(other.reception).tags({ centerId: other.centerId })).items).toEqual([])
    await expect(
      as(desk.reception).updateFacts({ centerId: desk.centerId, ...person, ...none, version }),
    ).rejects.toEqual(withCode('request.changed_meanwhile'))
  })

  test('of a dependant has the birth date that the guardian wrote, which the desk cannot change', async () => {
    const desk = await buildDesk(platform)
    const { patientId, appointmentId } = await patientOf(desk)
    const details = { fullName: 'Sofía Gil', birthDate: '2019-05-04', relation: 'Hija' }
    const { id } = await createDependant(platform, { userId: patientId, details })
    await platform.db.updateTable('appointments').set({ dependant_id: id }).where('id', '=', appointmentId).execute()
    const person = { kind: 'dependant', personId: id } as const
    const { version, facts } = await sheetOf(desk, person)
    expect(facts.birthDate).toBe('2019-05-04')
    const target = { centerId: desk.centerId, ...person, version }
    await expect(as(desk.reception).updateFacts({ ...target, ...none, birthDate: '2018-05-04' })).rejects.toEqual(
      withCode('request.invalid'),
    )
    await as(desk.reception).updateFacts({ ...target, ...none, birthDate: '2019-05-04', cover: 'casmu' })
    expect((await sheetOf(desk, person)).facts).toMatchObject({ cover: 'CASMU', birthDate: '2019-05-04' })
  })

  test.each([
    ['a wrong check digit', { cedula: '12345678' }],
    ['a birth date after today', { birthDate: '2026-12-31' }],
    ['a day that does not exist', { birthDate: '2025-02-30' }],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, n) => `etiqueta ${n}`).join(',') }],
    ['a tag of 31 letters', { tags: 'a'.repeat(31) }],
  ])('is refused with %s', async (_name, fact) => {
    const desk = await buildDesk(platform)
    const { patientId } = await patientOf(desk)
    const person = { kind: 'patient', personId: patientId } as const
    const { version } = await sheetOf(desk, person)
    await expect(
      as(desk.reception).updateFacts({ centerId: desk.centerId, ...person, ...none, ...fact, version }),
    ).rejects.toHaveProperty('code', expect.stringMatching(/^(?:BAD_REQUEST|request\.invalid)$/))
  })

  test('has a cédula of one person of the centre, also when two edits come at once', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday, person: newGuest('Rosa Luna') })
    const { patientId } = await patientOf(desk, { startsAt: new Date(monday.getTime() + 2 * hour) })
    const guest = { kind: 'guest', personId: row.guestId ?? '' } as const
    const patient = { kind: 'patient', personId: patientId } as const
    const client = as(desk.reception)
    const { centerId } = desk
    const [guestVersion, patientVersion] = [
      (await sheetOf(desk, guest)).version,
      (await sheetOf(desk, patient)).version,
    ]
    const cedula = '12345672'
    const outcomes = await Promise.allSettled([
      client.updateGuest({
        ...{ centerId, guestId: guest.personId, fullName: 'Rosa Luna', phone: '', email: '', note: '' },
        ...{ cedula, version: guestVersion },
      }),
      client.updateFacts({ centerId, ...patient, ...none, cedula, version: patientVersion }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('shows the visits, the missed ones and the balance', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await patientOf(desk)
    for (const [status, days] of [
      ['no_show', 3],
      ['no_show', 10],
      ['completed', 20],
    ] as const) {
      const startsAt = new Date(monday.getTime() - days * 24 * hour)
      await buildAppointment(platform, { ...desk, patientId, startsAt, status })
    }
    const { contact } = await sheetOf(desk, { kind: 'patient', personId: patientId })
    expect(contact).toMatchObject({ visits: 1, noShows: 2, nextVisit: monday.toISOString() })
  })
})

describe('the list of patients', () => {
  async function tagged() {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
    await patientOf(desk, { fullName: 'Gonzalo Martínez', startsAt: new Date(monday.getTime() + 2 * hour) })
    const person = { kind: 'guest', personId: row.guestId ?? '' } as const
    const { version } = await sheetOf(desk, person)
    const edit = {
      fullName: 'Rosa Luna',
      phone: '099 123 456',
      email: '',
      note: '',
      cedula: '12345672',
      tags: 'Diabetes',
    }
    await as(desk.reception).updateGuest({ centerId: desk.centerId, guestId: person.personId, ...edit, version })
    const find = async (q: string, tag?: string) => {
      const { items, isAlike } = await as(desk.reception).list({ centerId: desk.centerId, q, ...(tag && { tag }) })
      return { names: items.map(({ name }) => name), isAlike }
    }
    return { desk, find }
  }

  test('is filtered by a tag, and finds a tag and a cédula', async () => {
    const { desk, find } = await tagged()
    expect((await as(desk.reception).tags({ centerId: desk.centerId })).items).toEqual(['Diabetes'])
    expect(await find('', 'diabetes')).toEqual({ names: ['Rosa Luna'], isAlike: false })
    expect((await find('', 'otra')).names).toEqual([])
    expect((await find('diabe')).names).toEqual(['Rosa Luna'])
    expect((await find('1.234.567')).names).toEqual(['Rosa Luna'])
  })

  test.each([
    ['Martines', 'another letter that sounds alike'],
    ['martnez', 'a letter left out'],
    ['martiinez', 'a letter twice'],
    ['mratinez', 'two letters exchanged'],
    ['gonsalo', 's for z'],
    ['martimez gonzalo', 'another letter, in another order'],
  ])('forgives %s: %s', async (typed) => {
    const { find } = await tagged()
    expect(await find(typed)).toEqual({ names: ['Gonzalo Martínez'], isAlike: true })
  })

  test.each(['lina', 'roso', 'gonzalo rosa', 'martinelli'])('does not take %s for a slip', async (typed) => {
    const { find } = await tagged()
    expect(await find(typed)).toEqual({ names: [], isAlike: false })
  })
})
