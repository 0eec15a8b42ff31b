import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AppointmentRow, packAppointment } from '#contract/appointment-files.ts'
import { removeMember } from '#server/features/centers/usecases/remove-member.ts'
import { newId } from '#server/platform/ids.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService, buildTimeOff } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { traces } from './repository/imported.ts'
import { agendaRoutes } from './routes/agenda.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, agendaRoutes, userId)
type Line = AppointmentRow['cells'] & { serviceId?: string; answer?: string }

const rowsOf = (desk: Desk, lines: readonly Line[], from = 2) =>
  lines.map(({ serviceId = desk.serviceId, answer = '', ...cells }, index) =>
    packAppointment({ line: index + from, serviceId, answer, cells }),
  )
const check = async (desk: Desk, lines: readonly Line[], by = desk.reception) =>
  (await as(by).checkImport({ centerId: desk.centerId, rows: rowsOf(desk, lines) })).outcomes

async function begin(desk: Desk, { importId = newId(), tells = false } = {}) {
  await as(desk.reception).startImport({
    ...{ centerId: desk.centerId, importId, fileName: 'citas.csv', planned: 4, known: 0, refused: 0, tells },
  })
  return {
    importId,
    bring: (lines: readonly Line[], { by = desk.reception, evenOutsideHours = false, from = 2 } = {}) =>
      as(by).importRows({ centerId: desk.centerId, importId, rows: rowsOf(desk, lines, from), evenOutsideHours }),
    undo: (by = desk.reception) => as(by).undoImport({ centerId: desk.centerId, importId }),
  }
}

const stored = (desk: Desk) =>
  platform.db
    .selectFrom('appointments')
    .where('center_id', '=', desk.centerId)
    .orderBy('starts_at')
    .selectAll()
    .execute()
const names = async (desk: Desk) =>
  (await desk.guests()).map((row) => row.full_name).toSorted((a, b) => a.localeCompare(b))

/** Monday 23 November 2026 is `monday`, at 10:00. */
const ana: Line = { date: '23/11/2026', time: '10:00', name: 'Ana Pérez', phone: '099 111 222' }
const lia: Line = { date: '2026-11-23 11:00', name: 'Lía', surname: 'Pérez', phone: '099111222', note: '=2+2' }
const anaAgain: Line = { ...ana, date: '30-11-26', duration: '30', price: '$ 1.200,50' }
const file = [ana, lia, anaAgain]

describe('a file of future appointments', () => {
  test('is checked without storing anything, then booked as the desk books, and no patient is told', async () => {
    const desk = await buildDesk(platform)
    expect(await check(desk, file)).toEqual([])
    expect([await stored(desk), await names(desk)]).toEqual([[], []])
    const { bring, importId } = await begin(desk)
    expect((await bring(file)).added).toBe(3)
    const rows = await stored(desk)
    expect(rows.map((row) => [row.starts_at.toISOString(), row.ends_at.toISOString(), row.price])).toEqual([
      ['2026-11-23T13:00:00.000Z', '2026-11-23T14:00:00.000Z', 150_000],
      ['2026-11-23T14:00:00.000Z', '2026-11-23T15:00:00.000Z', 150_000],
      ['2026-11-30T13:00:00.000Z', '2026-11-30T13:30:00.000Z', 120_050],
    ])
    for (const row of rows) {
      expect(row).toMatchObject({
        booked_by: 'center',
        status: 'confirmed',
        import_id: importId,
        keeps_commission: false,
      })
    }
    expect(rows[0]?.guest_id).toBe(rows[2]?.guest_id)
    const guests = await desk.guests()
    expect(guests.map(({ full_name }) => full_name).toSorted()).toEqual(['Ana Pérez', 'Lía Pérez'])
    expect(guests.find(({ full_name }) => full_name === 'Lía Pérez')).toMatchObject({
      ...{ phone: '+598 99 111 222', note: '=2+2', import_id: importId, import_line: 3 },
    })
    const importRow = await platform.db
      .selectFrom('patient_imports')
      .where('id', '=', importId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(importRow).toMatchObject({ kind: 'appointments', tells: false, added: 3, removed: 0 })
  })

  test('adds none twice: not a repeated request, nor the same file again, nor two tabs at once', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    const answers = await Promise.all([bring(file), bring(file)])
    expect(answers.map(({ added }) => added)).toEqual([3, 3])
    const both = await Promise.all([begin(desk), begin(desk)])
    const again = await Promise.all(both.map((other) => other.bring(file)))
    expect(again.map(({ added }) => added)).toEqual([0, 0])
    expect(again[0]?.outcomes).toEqual([
      { outcome: 'there', line: 2, name: 'Ana Pérez' },
      { outcome: 'there', line: 3, name: 'Lía Pérez' },
      { outcome: 'there', line: 4, name: 'Ana Pérez' },
    ])
    expect(await stored(desk)).toHaveLength(3)
    expect(await names(desk)).toHaveLength(2)
  })

  test('names for each line what stands in the way, and books the others', async () => {
    const desk = await buildDesk(platform)
    const other = await buildService(platform, { centerId: desk.centerId })
    await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
    await buildTimeOff(platform, {
      ...{ ...desk, startsAt: new Date('2026-11-24T03:00:00Z'), endsAt: new Date('2026-11-25T03:00:00Z') },
      reason: 'Congreso',
    })
    const { bring } = await begin(desk)
    const { added, outcomes } = await bring([
      ana,
      { ...ana, time: '10:30' },
      { ...ana, date: '24/11/2026' },
      { ...ana, date: '25/08/2027' },
      { ...ana, date: '29/11/2026' },
      { ...ana, date: '19/11/2026' },
      { ...ana, date: '31/02/2027' },
      { ...ana, date: '23/11/2029' },
      { ...ana, time: '12:02' },
      { ...ana, time: '12:00', serviceId: newId() },
      { ...ana, time: '12:00', serviceId: '' },
      { ...ana, time: '12:00', place: 'virtual' },
      { ...ana, time: '12:00', place: 'a domicilio' },
      { ...ana, time: '12:00', price: 'mucho' },
      { ...ana, time: '12:00', phone: '12' },
      { ...ana, time: '12:00' },
      { name: 'Rosa Luna', phone: '099 123 456', date: '23/11/2026', time: '10:15', serviceId: other.serviceId },
      { name: 'Eva Sosa', date: '23/11/2026', time: '12:30' },
    ])
    expect(added).toBe(1)
    const short = outcomes.map((each) =>
      each.outcome === 'conflict'
        ? `${each.line} ${each.conflict.kind} ${each.conflict.name}`.trim()
        : `${each.line} ${each.outcome === 'refused' ? each.fault : each.outcome}`,
    )
    expect(short).toEqual([
      '2 taken Rosa Luna',
      '3 taken Rosa Luna',
      '4 absence Congreso',
      '5 holiday Declaratoria de la Independencia',
      '6 hours',
      '7 past',
      '8 date',
      '9 too_far',
      '10 grid',
      '11 service',
      '12 service',
      '13 place_not_offered',
      '14 place_not_offered',
      '15 price',
      '16 phone',
      '18 busy Rosa Luna',
      '19 taken Ana Pérez',
    ])
    expect(await names(desk)).toEqual(['Ana Pérez', 'Rosa Luna'])
  })

  test('books outside the hours, in an absence and on a holiday once the desk agrees, but never another’s time', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
    const { bring } = await begin(desk)
    const lines = [ana, { ...ana, date: '29/11/2026' }, { ...ana, date: '25/08/2027' }]
    const { added, outcomes } = await bring(lines, { evenOutsideHours: true })
    expect(added).toBe(2)
    expect(outcomes).toMatchObject([{ line: 2, conflict: { kind: 'taken', canInsist: false } }])
  })

  test('of two people who compete for one time, at the desk and in the file, one has it', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    const [booked, brought] = await Promise.allSettled([
      desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') }),
      bring([ana]),
    ])
    expect(brought.status).toBe('fulfilled')
    const rows = await stored(desk)
    expect(rows).toHaveLength(1)
    expect(await names(desk)).toEqual([booked.status === 'fulfilled' ? 'Rosa Luna' : 'Ana Pérez'])
  })
})

describe('the person of a line', () => {
  test('is a person with an account or a dependant whom the centre knows, and the booking waits for their acceptance', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { fullName: 'Marta Sosa' })
    await platform.db.updateTable('profiles').set({ phone: '+598 99 777 888' }).where('id', '=', patientId).execute()
    await buildAppointment(platform, {
      ...desk,
      patientId,
      status: 'completed',
      startsAt: new Date('2026-11-16T13:00:00Z'),
    })
    const mails = (await listAllMails(platform, { limit: 100 })).length
    const { bring } = await begin(desk)
    const { added, outcomes } = await bring([{ ...ana, name: 'Sosa, Marta', phone: '099777888' }])
    expect([added, outcomes]).toEqual([1, [{ outcome: 'known', line: 2, by: 'phone', name: 'Marta Sosa' }]])
    const row = (await stored(desk)).at(-1)
    expect(row).toMatchObject({ patient_id: patientId, booked_by: 'center', accepted_at: null, agreed_at: null })
    expect(await desk.guests()).toEqual([])
    expect(await listAllMails(platform, { limit: 100 })).toHaveLength(mails)
    const notifications = await platform.db
      .selectFrom('notifications')
      .where('user_id', '=', patientId)
      .selectAll()
      .execute()
    expect(notifications).toEqual([])
  })

  test('is asked where several could be meant, and the answer holds for each of their lines', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: monday, person: newGuest('Juan Gil', '099 000 001') })
    await desk.book({ startsAt: new Date('2026-11-23T14:00:00Z'), person: newGuest('Juan Gil', '099 000 002') })
    const first = (await desk.guests()).find(({ phone }) => phone === '+598 99 000 001')
    const same: Line = { date: '30/11/2026', time: '10:00', name: 'Gil, Juan' }
    const relative: Line = { date: '30/11/2026', time: '11:00', name: 'Inés Gil', phone: '099000001' }
    const outcomes = await check(desk, [same, relative])
    expect(outcomes).toMatchObject([
      { outcome: 'ask', line: 2, reason: 'same_name' },
      {
        outcome: 'ask',
        line: 3,
        reason: 'other_name',
        candidates: [{ kind: 'guest', id: first?.id, name: 'Juan Gil' }],
      },
    ])
    expect(outcomes[0]?.outcome === 'ask' && outcomes[0].candidates).toHaveLength(2)
    const { bring } = await begin(desk)
    expect((await bring([same, relative])).added).toBe(0)
    const answered = { ...same, answer: `guest:${first?.id}` }
    const isNew = { ...relative, answer: 'new' }
    expect((await bring([answered, isNew])).added).toBe(2)
    // In a later request, too.
    expect((await bring([{ ...isNew, time: '12:00' }], { from: 10 })).added).toBe(1)
    const rows = (await stored(desk)).slice(2)
    expect(rows[0]?.guest_id).toBe(first?.id)
    expect(rows[1]?.guest_id).toBe(rows[2]?.guest_id)
    expect(await names(desk)).toEqual(['Inés Gil', 'Juan Gil', 'Juan Gil'])
    // The same file again asks for none of them.
    const again = await begin(desk)
    expect((await again.bring([same, relative])).outcomes.map(({ outcome }) => outcome)).toEqual(['there', 'there'])
  })

  test('has a cédula that another person has: the desk is asked, and a new person comes in without it', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    await bring([{ ...ana, cedula: '1.234.567-2' }])
    const other: Line = { date: '30/11/2026', time: '10:00', name: 'Otro Nombre', cedula: '12345672' }
    expect(await check(desk, [other])).toMatchObject([
      { outcome: 'ask', reason: 'cedula', candidates: [{ name: 'Ana Pérez' }] },
    ])
    const lines = [
      { ...other, answer: 'new' },
      { ...other, time: '11:00', answer: 'new' },
    ]
    expect((await bring(lines, { from: 3 })).added).toBe(2)
    expect((await desk.guests()).find(({ full_name }) => full_name === 'Otro Nombre')?.cedula).toBeNull()
    expect(await names(desk)).toEqual(['Ana Pérez', 'Otro Nombre'])
  })

  test('of another centre cannot be chosen', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    await other.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
    const id = (await other.guests())[0]?.id
    const { bring } = await begin(desk)
    expect((await bring([{ ...ana, answer: `guest:${id}` }])).outcomes).toEqual([
      { outcome: 'refused', line: 2, fault: 'person' },
    ])
    expect((await bring([{ ...ana, serviceId: other.serviceId }])).outcomes).toEqual([
      { outcome: 'refused', line: 2, fault: 'service' },
    ])
  })
})

describe('the right to import appointments', () => {
  test('is the reception’s and the owner’s, and ends with their access', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    await bring([ana])
    await expect(bring(file, { by: desk.professional })).rejects.toEqual(withCode('agenda.import_reception_only'))
    await expect(check(desk, file, desk.professional)).rejects.toEqual(withCode('agenda.import_reception_only'))
    await removeMember(platform, { userId: desk.owner, centerId: desk.centerId, memberId: desk.reception })
    await expect(bring(file)).rejects.toEqual(withCode('centers.not_found'))
    expect((await bring(file, { by: desk.owner })).added).toBe(3)
  })

  test('does not reach the import of another centre, nor one of patients', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { importId } = await begin(desk)
    await expect(begin(other, { importId })).rejects.toEqual(withCode('agenda.import_not_found'))
    const patients = newId()
    await platform.db
      .insertInto('patient_imports')
      .values({
        ...{ id: patients, center_id: other.centerId, file_name: 'pacientes.csv', started_at: platform.clock.now() },
        ...{ planned: 1, known: 0, refused: 0 },
      })
      .execute()
    for (const id of [importId, patients]) {
      const request = { centerId: other.centerId, importId: id }
      const rows = { rows: rowsOf(other, [ana]), evenOutsideHours: false }
      await expect(as(other.owner).importRows({ ...request, ...rows })).rejects.toEqual(
        withCode('agenda.import_not_found'),
      )
      await expect(as(other.owner).undoImport(request)).rejects.toEqual(withCode('agenda.import_not_found'))
    }
  })

  test('ends while staff keep the centre closed', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', desk.centerId).execute()
    await expect(bring([ana])).rejects.toEqual(withCode('agenda.closed_by_staff'))
  })
})

describe('an import that is undone', () => {
  test('leaves none of its appointments and people, frees their times, and takes no more', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: new Date('2026-11-23T18:00:00Z'), person: newGuest('Rosa Luna', '099 123 456') })
    const { bring, undo, importId } = await begin(desk)
    await bring(file)
    expect(await undo()).toMatchObject({ left: 0, kept: 0, appointments: [], import: { removed: 3, added: 3 } })
    expect([await names(desk), (await stored(desk)).length]).toEqual([['Rosa Luna'], 1])
    await expect(bring(file)).rejects.toEqual(withCode('agenda.import_undone'))
    expect(await undo()).toMatchObject({ left: 0, import: { removed: 3 } })
    const { bring: bringAgain } = await begin(desk)
    expect((await bringAgain(file)).added).toBe(3)
    expect(importId).toBeTruthy()
  })

  test('keeps and names what was moved, cancelled, collected, has begun, or was told', async () => {
    const desk = await buildDesk(platform)
    const lines = ['10:00', '11:00', '12:00', '15:00'].map((time, n) => ({
      ...{ date: '23/11/2026', time, name: `Persona ${'ABCD'[n]}`, phone: `09900000${n}` },
    }))
    const { bring, undo } = await begin(desk)
    await bring(lines)
    const [first, second] = await stored(desk)
    platform.clock.advance(60_000)
    const now = platform.clock.now()
    await platform.db
      .updateTable('appointments')
      .set({ updated_at: now })
      .where('id', '=', first?.id ?? '')
      .execute()
    await platform.db
      .insertInto('payments')
      .values({
        ...{ appointment_id: second?.id ?? '', center_id: desk.centerId, amount: 150_000, method: 'efectivo' },
        collected_at: now,
      })
      .execute()
    const notifying = await begin(desk, { tells: true })
    const withMail = { ...ana, time: '16:00', email: 'ana@correo.uy' }
    await notifying.bring([withMail, { ...ana, name: 'Sin Correo', time: '17:00', phone: '098 222 333' }], { from: 2 })
    expect(
      (await listAllMails(platform, { limit: 100 })).filter(({ kind }) => kind === 'appointments.booked_at_desk'),
    ).toHaveLength(1)
    expect(await notifying.undo()).toMatchObject({
      ...{ left: 0, kept: 1, import: { removed: 1 } },
      appointments: [{ name: 'Ana Pérez', reason: 'notified' }],
    })
    const answer = await undo()
    expect(answer).toMatchObject({ left: 0, kept: 2, import: { removed: 2 } })
    expect(answer.appointments.map(({ name, reason }) => [name, reason])).toEqual([
      ['Persona A', 'changed'],
      ['Persona B', 'changed'],
    ])
    expect(await names(desk)).toEqual(['Ana Pérez', 'Persona A', 'Persona B'])
  })

  test('loses no payment that is being collected at that moment', async () => {
    const desk = await buildDesk(platform)
    const { bring, undo } = await begin(desk)
    await bring([ana])
    const [row] = await stored(desk)
    const pay = platform.db
      .insertInto('payments')
      .values({
        ...{ appointment_id: row?.id ?? '', center_id: desk.centerId, amount: 150_000, method: 'efectivo' },
        collected_at: platform.clock.now(),
      })
      .execute()
    const [paid, undone] = await Promise.allSettled([pay, undo()])
    expect(undone.status).toBe('fulfilled')
    expect((await stored(desk)).length).toBe(paid.status === 'fulfilled' ? 1 : 0)
  })

  test('looks at every table that refers to an appointment, or knows why it need not', async () => {
    // The centre was told that a video call has no room.
    const withoutMeaning = ['room_warnings.appointment_id']
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass || '.' || (select string_agg(attname, ',' order by attname) from pg_attribute
        where attrelid = conrelid and attnum = any(conkey)) as name
      from pg_constraint where contype = 'f' and confrelid = 'appointments'::regclass order by 1`.execute(platform.db)
    const known = [...traces.map((table) => `${table}.appointment_id`), 'appointments.replaces_id', ...withoutMeaning]
    expect(rows.map(({ name }) => name.replace(',center_id', '')).filter((name) => !known.includes(name))).toEqual([])
  })
})
