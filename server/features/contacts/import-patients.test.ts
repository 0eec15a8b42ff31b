import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type FileRow, packRow } from '#contract/patient-files.ts'
import { nameKey } from '#contract/similar-names.ts'
import { removeMember } from '#server/features/centers/usecases/remove-member.ts'
import { newId } from '#server/platform/ids.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from './contacts.routes.ts'
import { listAlike } from './repository/imports.ts'
import { findContact } from './repository/people.ts'
import { readRows } from './rules/compare-rows.ts'
import { contactVersion } from './rules/facts.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, contactsRoutes, userId)
type Cells = FileRow['cells']
const rowsOf = (cells: readonly Cells[]) => cells.map((each, index) => packRow({ line: index + 2, cells: each }))
const file: Cells[] = [
  {
    name: 'Ana Pérez',
    phone: '099 111 222',
    cedula: '1.234.567-2',
    birthDate: '31/12/80',
    tags: 'control',
    cover: 'casmu',
  },
  { name: 'Lía Pérez', phone: '099111222', note: '=2+2' },
  { name: 'Solo Nombre' },
  { name: 'Con Correo', email: 'CON@correo.uy' },
]

async function begin(desk: Desk, { importId = newId(), planned = 4 } = {}) {
  await as(desk.reception).startImport({
    ...{ centerId: desk.centerId, importId, fileName: 'pacientes.csv' },
    ...{ planned, known: 0, refused: 0 },
  })
  const bring = (cells: readonly Cells[], by = desk.reception) =>
    as(by).importRows({ centerId: desk.centerId, importId, rows: rowsOf(cells) })
  const undo = () => as(desk.reception).undoImport({ centerId: desk.centerId, importId })
  return { importId, bring, undo }
}
const names = async (desk: Desk) =>
  (await desk.guests()).map((row) => row.full_name).toSorted((a, b) => a.localeCompare(b))

describe('a file of patients', () => {
  test('is checked without storing anything, then brought in with every fact', async () => {
    const desk = await buildDesk(platform)
    const { outcomes } = await as(desk.owner).checkImport({ centerId: desk.centerId, rows: rowsOf(file) })
    expect(outcomes).toEqual([{ outcome: 'new', line: 3, relative: 'Ana Pérez' }])
    expect(await names(desk)).toEqual([])
    const { bring, importId } = await begin(desk)
    expect((await bring(file)).added).toBe(4)
    const guests = await desk.guests()
    expect(guests.find((row) => row.full_name === 'Ana Pérez')).toMatchObject({
      ...{ phone: '+598 99 111 222', cedula: '12345672', birth_date: '1980-12-31', tags: ['control'], cover: 'CASMU' },
      ...{ import_id: importId, import_line: 2 },
    })
    expect(guests.find((row) => row.full_name === 'Lía Pérez')?.note).toBe('=2+2')
    expect(guests.find((row) => row.full_name === 'Con Correo')?.email).toBe('con@correo.uy')
    expect((await as(desk.owner).imports({ centerId: desk.centerId })).items).toMatchObject([
      { id: importId, fileName: 'pacientes.csv', added: 4, planned: 4, removed: 0, undoneAt: null },
    ])
  })

  test('adds no one twice: not a repeated request, nor the same file again, nor two tabs at once', async () => {
    const desk = await buildDesk(platform)
    const { bring } = await begin(desk)
    const answers = await Promise.all([bring(file), bring(file)])
    expect(answers.map(({ added }) => added)).toEqual([4, 4])
    const others = await Promise.all([begin(desk), begin(desk)])
    const again = await Promise.all(others.map((other) => other.bring(file)))
    expect(again.map(({ added }) => added)).toEqual([0, 0])
    expect(again[0]?.outcomes).toEqual([
      { outcome: 'known', line: 2, by: 'cedula', name: 'Ana Pérez' },
      { outcome: 'known', line: 3, by: 'phone', name: 'Lía Pérez' },
      { outcome: 'known', line: 4, by: 'name', name: 'Solo Nombre' },
      { outcome: 'known', line: 5, by: 'email', name: 'Con Correo' },
    ])
    expect(await names(desk)).toHaveLength(4)
  })

  test('two imports of one file at once bring each person in once', async () => {
    const desk = await buildDesk(platform)
    const both = await Promise.all([begin(desk), begin(desk)])
    const added = (await Promise.all(both.map(({ bring }) => bring(file)))).map((answer) => answer.added)
    expect(added.toSorted((one, other) => one - other)).toEqual([0, 4])
    expect(await names(desk)).toHaveLength(4)
  })

  test('finds people with an account by their telephone or address, and refuses what is no person', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { fullName: 'Marta Sosa' })
    await platform.db.updateTable('profiles').set({ phone: '+598 99 777 888' }).where('id', '=', patientId).execute()
    await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
    const { outcomes } = await as(desk.reception).checkImport({
      centerId: desk.centerId,
      rows: rowsOf([
        { name: 'Sosa, Marta', phone: '099777888' },
        { name: '', phone: '099 000 000' },
        { name: 'Ana Gil', phone: '12' },
        { name: 'Ana Gil', cedula: '1.234.567-2' },
        { name: 'Otro Nombre', cedula: '12345672' },
      ]),
    })
    expect(outcomes).toEqual([
      { outcome: 'known', line: 2, by: 'phone', name: 'Marta Sosa' },
      { outcome: 'refused', line: 3, fault: 'name' },
      { outcome: 'refused', line: 4, fault: 'phone' },
      { outcome: 'refused', line: 6, fault: 'cedula_taken', name: 'Ana Gil' },
    ])
  })

  test('is brought in by the reception and the owner, and stops for a receptionist who loses her access', async () => {
    const desk = await buildDesk(platform)
    const { bring, importId } = await begin(desk)
    await bring(file.slice(0, 2))
    await expect(bring(file, desk.professional)).rejects.toEqual(withCode('contacts.reception_only'))
    await removeMember(platform, { userId: desk.owner, centerId: desk.centerId, memberId: desk.reception })
    await expect(bring(file)).rejects.toEqual(withCode('centers.not_found'))
    // The owner goes on with what she began.
    expect((await bring(file, desk.owner)).added).toBe(4)
    expect((await as(desk.owner).imports({ centerId: desk.centerId })).items).toMatchObject([
      { id: importId, added: 4 },
    ])
  })

  test('does not take the import of another centre', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { importId } = await begin(desk)
    const theirs = as(other.owner)
    await expect(begin(other, { importId })).rejects.toEqual(withCode('contacts.import_not_found'))
    for (const act of [
      () => theirs.importRows({ centerId: other.centerId, importId, rows: rowsOf(file) }),
      () => theirs.undoImport({ centerId: other.centerId, importId }),
    ]) {
      await expect(act()).rejects.toEqual(withCode('contacts.import_not_found'))
    }
  })
})

describe('an import that is undone', () => {
  test('leaves none of its people, and takes no more', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
    const { bring, undo } = await begin(desk)
    await bring(file)
    expect(await undo()).toMatchObject({ left: 0, kept: 0, people: [], import: { removed: 4 } })
    expect(await names(desk)).toEqual(['Rosa Luna'])
    await expect(bring(file)).rejects.toEqual(withCode('contacts.import_undone'))
    expect(await undo()).toMatchObject({ left: 0, import: { removed: 4 } })
  })

  test('keeps and names who has an appointment or changed data since', async () => {
    const desk = await buildDesk(platform)
    const { bring, undo } = await begin(desk)
    await bring(file)
    const idOf = async (name: string) => (await desk.guests()).find((row) => row.full_name === name)?.id ?? ''
    await desk.book({ startsAt: monday, person: { kind: 'guest', id: await idOf('Ana Pérez') } })
    platform.clock.advance(60_000)
    await as(desk.reception).updateGuest({
      ...{ centerId: desk.centerId, guestId: await idOf('Solo Nombre'), fullName: 'Solo Nombre' },
      ...{ phone: '', email: '', note: 'Llamó', version: await versionOf(desk, await idOf('Solo Nombre')) },
    })
    expect(await undo()).toMatchObject({
      left: 0,
      kept: 2,
      people: [
        { name: 'Ana Pérez', reason: 'appointment' },
        { name: 'Solo Nombre', reason: 'changed' },
      ],
    })
    expect(await names(desk)).toEqual(['Ana Pérez', 'Solo Nombre'])
  })

  test('loses no appointment that is being booked at that moment', async () => {
    const desk = await buildDesk(platform)
    const { bring, undo } = await begin(desk)
    await bring(file)
    const id = (await desk.guests()).find((row) => row.full_name === 'Ana Pérez')?.id ?? ''
    const [booked, undone] = await Promise.allSettled([
      desk.book({ startsAt: monday, person: { kind: 'guest', id } }),
      undo(),
    ])
    expect(undone.status).toBe('fulfilled')
    await undo()
    const isKept = (await names(desk)).includes('Ana Pérez')
    expect(isKept).toBe(booked.status === 'fulfilled')
  })
})

async function versionOf(desk: Desk, guestId: string): Promise<string> {
  const person = { kind: 'guest', id: guestId } as const
  const row = await findContact(platform.db, { centerId: desk.centerId, person, now: platform.clock.now() })
  return row ? contactVersion(row) : ''
}

test('the key of a name is the same in the database', async () => {
  const names = [
    ...[
      'Ana Pérez',
      'PEREZ, Ana',
      'María de los Ángeles Gil',
      'Esther Viera',
      'Yolanda Zosa',
      "O'Brien D’Angelo",
      'J. De Armas',
    ],
    ...[
      'Ñandú Güemes',

      '  ',
      '!!',
      'H h',
      'de la',
      'Ana-Laura  Gil',
      'Ana\u00a0Gil',
      'José 2',

      '李 小龙',
    ],
  ]
  const { rows } = await sql<{ key: string }>`
    select name_key(name) as key from unnest(${names}::text[]) with ordinality as typed(name, place) order by place`.execute(
    platform.db,
  )
  expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey))
})

test('of thousands of people with one number, only those with a name of the file are compared, and found again', async () => {
  const desk = await buildDesk(platform)
  await sql`
    insert into guests (id, center_id, full_name, phone, note, tags, created_at, updated_at)
    select gen_random_uuid(), ${desk.centerId}::uuid, 'Persona' || n || ' Gil' || n * 7, '+59899111222', '', '{}', now(), now()
    from generate_series(1, 3000) as n`.execute(platform.db)
  const namesOf = (line: number) => (line % 2 === 0 ? `Gil${line * 7} Persona${line}` : `Otra${line} Gente${line}`)
  const rows = Array.from({ length: 400 }, (_, n) =>
    packRow({ line: n + 2, cells: { name: namesOf(n + 2), phone: '099 111 222' } }),
  )
  const persons = readRows(rows, { today: '2026-11-23' }).flatMap((row) => ('person' in row ? [row.person] : []))
  expect(await listAlike(platform.db, { centerId: desk.centerId, persons })).toHaveLength(200 + 1)
  const { outcomes } = await as(desk.reception).checkImport({ centerId: desk.centerId, rows })
  expect(outcomes.filter((each) => each.outcome === 'known')).toHaveLength(200)
  expect(outcomes.filter((each) => each.outcome === 'new' && each.relative)).toHaveLength(200)
})
