import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clinicalRecordsRoutes } from '#server/features/clinical-records/clinical-records.routes.ts'
import { writeRecord } from '#server/features/clinical-records/usecases/write-record.ts'
import { contactsRoutes } from '#server/features/contacts/contacts.routes.ts'
import { purgeMergedGuests } from '#server/features/contacts/usecases/purge-merged-guests.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildMember, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { packageDesk, sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { deleteAccount } from './delete-account.ts'
import { mergeGuestsRoutes } from './merge-guests.ts'
import { readContactRoutes } from './read-contact.ts'
import { removeGuestRoutes } from './remove-guest.ts'

const platform = await testPlatform()
const { db, clock } = platform
const routes = {
  ...contactsRoutes,
  ...readContactRoutes.contacts,
  ...mergeGuestsRoutes.contacts,
  ...removeGuestRoutes.contacts,
}
const as = (userId: string) => clientOf(platform, routes, userId)
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)

/** Ana, entered twice, each time with an appointment. */
async function buildTwice({ second = later(2) } = {}) {
  const desk = await buildDesk(platform)
  const { row: one } = await desk.book({ startsAt: monday, person: newGuest('Ana Pérez', '099 111 222') })
  const person = { ...newGuest('Ana Perez Gil', '2900 1234'), email: 'ana@correo.uy' }
  const { row: two } = await desk.book({ startsAt: second, person })
  const pair = { centerId: desk.centerId, guestId: one.guestId ?? '', otherId: two.guestId ?? '' }
  const merge = async (by = desk.reception) => {
    const { version } = await as(by).mergePreview(pair)
    return as(by).mergeGuests({ ...pair, version })
  }
  const names = async () => (await as(desk.reception).list({ centerId: desk.centerId })).items.map(({ name }) => name)
  const setFacts = (guestId: string, facts: object) =>
    db.updateTable('guests').set(facts).where('id', '=', guestId).execute()
  return { desk, pair, merge, names, setFacts, appointmentIds: [one.id, two.id] }
}
const sheetOf = (desk: Desk, personId: string) =>
  as(desk.reception).get({ centerId: desk.centerId, kind: 'guest', personId })

const cancelAll = (desk: Desk) =>
  db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancelled_by: 'center', cancelled_at: clock.now() })
    .where('center_id', '=', desk.centerId)
    .execute()

/** The visits took place a week before. */
const complete = (desk: Desk) =>
  db
    .updateTable('appointments')
    .set({ status: 'completed', during: sql`tstzrange(starts_at - interval '7 days', ends_at - interval '7 days')` })
    .where('center_id', '=', desk.centerId)
    .execute()

describe('two guests who are one person', () => {
  test('become one, with the appointments of both, and nothing that was written is lost', async () => {
    const { desk, pair, merge, names, appointmentIds } = await buildTwice()
    const preview = await as(desk.reception).mergePreview(pair)
    expect(preview).toMatchObject({ obstacle: null, appointments: 1, packages: 0 })
    await merge()
    expect(await names()).toEqual(['Ana Pérez'])
    const { contact, note, appointments, merges } = await sheetOf(desk, pair.guestId)
    expect(contact).toMatchObject({ phone: '+598 99 111 222', email: 'ana@correo.uy' })
    expect(note).toBe('Otro nombre: Ana Perez Gil\nOtro teléfono: +598 2900 1234')
    expect(appointments.map(({ id }) => id).toSorted()).toEqual(appointmentIds.toSorted())
    expect(merges).toMatchObject([{ id: pair.otherId, name: 'Ana Perez Gil' }])
    await expect(sheetOf(desk, pair.otherId)).rejects.toEqual(withCode('contacts.not_found'))
  })

  test('are two again within a day, as they were', async () => {
    const { desk, pair, merge, names, setFacts } = await buildTwice()
    await setFacts(pair.otherId, { cedula: '12345672', tags: ['control'] })
    const before = [await sheetOf(desk, pair.guestId), await sheetOf(desk, pair.otherId)]
    await merge()
    expect((await sheetOf(desk, pair.guestId)).facts).toMatchObject({ cedula: '12345672', tags: ['control'] })
    await as(desk.reception).undoMerge(pair)
    expect(await names()).toEqual(['Ana Pérez', 'Ana Perez Gil'])
    const after = [await sheetOf(desk, pair.guestId), await sheetOf(desk, pair.otherId)]
    const written = ({ contact, facts, note, appointments }: (typeof after)[0]) => ({
      ...{ contact, facts, note },
      appointments: appointments.map(({ id }) => id),
    })
    expect(after.map(written)).toEqual(before.map(written))
    await expect(as(desk.reception).undoMerge(pair)).rejects.toEqual(withCode('contacts.merge_over'))
  })

  test('keep on undoing what was changed or booked after the merge', async () => {
    const { desk, pair, merge, setFacts } = await buildTwice()
    await setFacts(pair.otherId, { cedula: '12345672' })
    await merge()
    clock.advance(60_000)
    const { version, contact } = await sheetOf(desk, pair.guestId)
    const { name: fullName, email } = contact
    await as(desk.reception).updateGuest({
      ...{ centerId: desk.centerId, guestId: pair.guestId, version },
      ...{ fullName, phone: '099 111 222', email: email ?? '', note: 'Escrita después' },
    })
    const { row } = await desk.book({ startsAt: later(6), person: { kind: 'guest', id: pair.guestId } })
    await as(desk.reception).undoMerge(pair)
    const kept = await sheetOf(desk, pair.guestId)
    expect(kept).toMatchObject({ note: 'Escrita después', facts: { cedula: '12345672' } })
    expect(kept.appointments.map(({ id }) => id)).toContain(row.id)
    // One person of a centre has a cédula.
    expect(await sheetOf(desk, pair.otherId)).toMatchObject({ facts: { cedula: null } })
  })

  test('are one for good after a day, and the hidden row is deleted', async () => {
    const { desk, pair, merge } = await buildTwice()
    await merge()
    await purgeMergedGuests(platform)
    expect(await desk.guests()).toHaveLength(2)
    clock.advance(25 * hourMs)
    await expect(as(desk.reception).undoMerge(pair)).rejects.toEqual(withCode('contacts.merge_over'))
    expect((await sheetOf(desk, pair.guestId)).merges).toEqual([])
    await purgeMergedGuests(platform)
    expect((await desk.guests()).map(({ id }) => id)).toEqual([pair.guestId])
    clock.advance(-25 * hourMs)
  })

  test.each([
    ['another cédula', { cedula: '11111111' }, { cedula: '12345672' }, 'contacts.different_people'],
    ['another birth date', { birth_date: '1980-01-01' }, { birth_date: '2010-01-01' }, 'contacts.different_people'],
    [
      'notes that are too long together',
      { note: 'a'.repeat(600) },
      { note: 'b'.repeat(600) },
      'contacts.too_much_text',
    ],
  ])('are not merged with %s', async (_name, one, other, code) => {
    const { desk, pair, merge, setFacts, names } = await buildTwice()
    await setFacts(pair.guestId, one)
    await setFacts(pair.otherId, other)
    expect((await as(desk.reception).mergePreview(pair)).obstacle).toBe(code)
    await expect(merge()).rejects.toEqual(withCode(code))
    expect(await names()).toHaveLength(2)
  })

  test('are not merged with appointments at one time', async () => {
    const { pair, desk, merge, appointmentIds } = await buildTwice()
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_by: 'center', cancelled_at: clock.now() })
      .where('id', '=', appointmentIds[1] ?? '')
      .execute()
    const { serviceId } = await buildService(platform, { centerId: desk.centerId })
    await desk.book({ startsAt: monday, serviceId, person: { kind: 'guest', id: pair.otherId } })
    await expect(merge()).rejects.toEqual(withCode('contacts.same_time'))
  })

  test('are merged by the reception, with what was previewed, and only of one centre', async () => {
    const { desk, pair, merge, setFacts } = await buildTwice()
    const { version } = await as(desk.reception).mergePreview(pair)
    await setFacts(pair.otherId, { note: 'Otra' })
    await expect(as(desk.reception).mergeGuests({ ...pair, version })).rejects.toEqual(
      withCode('request.changed_meanwhile'),
    )
    await expect(merge(desk.professional)).rejects.toEqual(withCode('contacts.reception_only'))
    const other = await buildTwice()
    for (const foreign of [
      { ...pair, otherId: other.pair.otherId },
      { ...pair, otherId: newId() },
      { ...pair, otherId: pair.guestId },
    ]) {
      await expect(as(desk.reception).mergePreview(foreign)).rejects.toEqual(withCode('contacts.guest_not_found'))
    }
  })

  test('are merged once by two receptionists at once, also in both directions', async () => {
    const { desk, pair } = await buildTwice()
    const back = { ...pair, guestId: pair.otherId, otherId: pair.guestId }
    const versions = [
      (await as(desk.reception).mergePreview(pair)).version,
      (await as(desk.owner).mergePreview(back)).version,
    ]
    const outcomes = await Promise.allSettled([
      as(desk.reception).mergeGuests({ ...pair, version: versions[0] ?? '' }),
      as(desk.owner).mergeGuests({ ...back, version: versions[1] ?? '' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const guests = await desk.guests()
    expect(guests.filter((row) => row.merged_into === null)).toHaveLength(1)
    const owner = guests.find((row) => row.merged_into === null)?.id
    const { appointments } = await sheetOf(desk, owner ?? '')
    expect(appointments).toHaveLength(2)
  })

  test('take a hidden row with them when the one who stayed is removed', async () => {
    const { desk, pair, merge } = await buildTwice()
    await merge()
    await cancelAll(desk)
    await as(desk.reception).removeGuest({ centerId: desk.centerId, guestId: pair.guestId })
    expect((await desk.guests()).map((row) => row.full_name)).toEqual(['Paciente'])
  })

  test('pass with their packages, and give back what no visit of the other has used since', async () => {
    const { desk, pair, merge } = await buildTwice()
    const { centerId, serviceId } = desk
    const buyer = { centerId, serviceId, kind: 'guest' as const, personId: pair.otherId }
    const unused = await sellPackage(platform, buyer)
    const used = await sellPackage(platform, { ...buyer, soldCount: 1 })
    const book = (startsAt: Date, id: string, packageId: string) =>
      desk.book({ startsAt, person: { kind: 'guest', id }, packageId })
    const { row: before } = await book(later(4), pair.otherId, used.id)
    expect(await as(desk.reception).mergePreview(pair)).toMatchObject({ appointments: 2, packages: 2 })
    await merge()
    const { row: after } = await book(later(6), pair.guestId, used.id)
    await as(desk.reception).undoMerge(pair)
    const packagesOf = async (personId: string) => {
      const { items } = await packageDesk(platform, desk.reception).ofPerson({ centerId, kind: 'guest', personId })
      return items.map(({ id }) => id)
    }
    expect(await packagesOf(pair.otherId)).toEqual([unused.id])
    expect(await packagesOf(pair.guestId)).toEqual([used.id])
    // A package pays for visits of its buyer alone.
    const kept = (await sheetOf(desk, pair.guestId)).appointments.map(({ id }) => id)
    expect(kept).toEqual(expect.arrayContaining([before.id, after.id]))
  })

  test('have one clinical record for each professional, who reads their own alone', async () => {
    const { desk, pair, merge, appointmentIds } = await buildTwice()
    const [one = '', two = ''] = appointmentIds
    const { centerId } = desk
    const { serviceId, professionalId } = await buildService(platform, { centerId })
    const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
    const { row } = await desk.book({ startsAt: later(4), serviceId, person: { kind: 'guest', id: pair.otherId } })
    await complete(desk)
    const write = (appointmentId: string, diagnosis: string) =>
      writeRecord(platform, {
        ...{ userId: desk.professional, centerId: desk.centerId, appointmentId },
        ...{ content: { diagnosis, notes: '' }, after: 0 },
      })
    await write(two, 'Lumbalgia')
    await merge()
    await write(one, 'Ciática')
    const records = clientOf(platform, clinicalRecordsRoutes, desk.professional)
    const timeline = async (appointmentId: string) =>
      (await records.timeline({ centerId: desk.centerId, appointmentId })).items.length
    expect([await timeline(one), await timeline(two)]).toEqual([1, 1])
    const ofColleague = { centerId: desk.centerId, appointmentId: row.id }
    const colleague = clientOf(platform, clinicalRecordsRoutes, userId)
    expect((await colleague.timeline(ofColleague)).items).toEqual([])
    await as(desk.reception).undoMerge(pair)
    expect([await timeline(one), await timeline(two)]).toEqual([0, 0])
  })

  test('keep a booking of that moment: it is for one of them, and never for the hidden row', async () => {
    const { desk, pair, merge } = await buildTwice()
    const booking = desk.book({ startsAt: later(4), person: { kind: 'guest', id: pair.otherId } })
    // A merge that comes second has another preview.
    await Promise.allSettled([booking, merge().catch(() => merge())])
    const hidden = (await desk.guests()).filter((row) => row.merged_into !== null).map(({ id }) => id)
    const ofHidden = db
      .selectFrom('appointments')
      .where('guest_id', 'in', [...hidden, newId()])
      .select('id')
    expect(await ofHidden.execute()).toEqual([])
    const give = db.updateTable('appointments').set({ guest_id: hidden[0] }).where('guest_id', '=', pair.guestId)
    await expect(give.execute()).rejects.toMatchObject({ constraint: 'guest_is_shown' })
  })

  test('keep on undoing the cédula that another person has by now', async () => {
    const { desk, pair, merge, setFacts } = await buildTwice()
    await setFacts(pair.otherId, { cedula: '12345672' })
    await merge()
    const { row } = await desk.book({ startsAt: later(6), person: newGuest('Juan Gil', '099 888 777') })
    await setFacts(pair.guestId, { cedula: null })
    await setFacts(row.guestId ?? '', { cedula: '12345672' })
    await as(desk.reception).undoMerge(pair)
    expect(await sheetOf(desk, row.guestId ?? '')).toMatchObject({ facts: { cedula: '12345672' } })
    expect((await sheetOf(desk, pair.otherId)).facts?.cedula ?? null).toBeNull()
  })

  test('leave nothing of what was merged when the centre closes', async () => {
    const { desk, merge } = await buildTwice()
    await merge()
    await cancelAll(desk)
    const { id: sessionId } = await openSession(platform, desk.owner)
    await deleteAccount(platform, { actor: { userId: desk.owner, sessionId }, currentPassword: null })
    expect((await desk.guests()).map((row) => row.full_name)).toEqual(['Paciente'])
    const merges = db.selectFrom('guest_merges').where('center_id', '=', desk.centerId).selectAll()
    expect(await merges.execute()).toEqual([])
  })
})
