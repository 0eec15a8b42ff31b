import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { exportContacts } from './export-contacts.ts'

const platform = await testPlatform()

test('the owner downloads the patients of the centre as a spreadsheet without formulas, and each download is recorded', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Ana Sosa' })
  await buildAppointment(platform, {
    ...desk,
    patientId,
    startsAt: new Date('2026-11-17T12:00:00Z'),
    status: 'completed',
  })
  await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
  await platform.db
    .updateTable('guests')
    .set({ note: '=HYPERLINK("http://x")' })
    .where('center_id', '=', desk.centerId)
    .execute()
  await buildAppointment(platform, {
    patientId: (await buildPatient(platform, { fullName: 'De Otro Centro' })).patientId,
  })
  const { csv, fileName } = await exportContacts(platform, { userId: desk.owner, centerId: desk.centerId })
  expect(fileName).toBe('pacientes-2026-11-20.csv')
  expect(csv.startsWith('\ufeff')).toBe(true)
  const [head, ...lines] = csv.trim().split('\r\n')
  expect(head).toBe(
    'nombre;teléfono;correo;tipo;visitas;última visita;próxima visita;nota;a cargo de;relación;nacimiento;cédula;mutualista;etiquetas;inasistencias',
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^Ana Sosa;[^;]*;[^;]*;Con cuenta;1;17\/11\/2026;{9}0$/)
  expect(lines[1]).toContain('Rosa Luna;+598 99 123 456;;Sin cuenta;0;;23/11/2026;')
  expect(lines[1]).toContain("'=HYPERLINK")
  const recorded = platform.db.selectFrom('patient_exports').where('center_id', '=', desk.centerId)
  expect(await recorded.select(['exported_by', 'people']).execute()).toEqual([{ exported_by: desk.owner, people: 2 }])
})

test('receptionists, professionals and other owners cannot download it, and the owner ten times an hour', async () => {
  const desk = await buildDesk(platform)
  const { centerId } = desk
  for (const userId of [desk.reception, desk.professional]) {
    await expect(exportContacts(platform, { userId, centerId })).rejects.toEqual(withCode('centers.owner_only'))
  }
  const { centerId: other } = await buildCenter(platform)
  await expect(exportContacts(platform, { userId: other, centerId })).rejects.toEqual(withCode('centers.not_found'))
  for (let n = 0; n < 10; n++) await exportContacts(platform, { userId: desk.owner, centerId })
  await expect(exportContacts(platform, { userId: desk.owner, centerId })).rejects.toEqual(withCode('request.too_many'))
})

test('the database refuses to change, empty or delete the record of a download, which goes only with its centre', async () => {
  const { db } = platform
  const { centerId } = await buildCenter(platform)
  const { userId } = await buildAccount(platform)
  const row = { id: newId(), center_id: centerId, exported_by: userId, exported_at: platform.clock.now(), people: 3 }
  await db.insertInto('patient_exports').values(row).execute()
  const recorded = db.selectFrom('patient_exports').where('id', '=', row.id).select(['exported_by', 'people'])
  const other = await buildAccount(platform)
  for (const change of [
    sql`update patient_exports set people = 0 where id = ${row.id}`,
    sql`update patient_exports set exported_by = null where id = ${row.id}`,
    sql`update patient_exports set exported_by = ${other.userId} where id = ${row.id}`,
    sql`update patient_exports set exported_at = now() where id = ${row.id}`,
    sql`delete from patient_exports where id = ${row.id}`,
    sql`truncate patient_exports`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow(/never changed/)
  }
  expect(await recorded.execute()).toEqual([{ exported_by: userId, people: 3 }])
  await db.deleteFrom('users').where('id', '=', userId).execute()
  expect(await recorded.execute()).toEqual([{ exported_by: null, people: 3 }])
  await db.deleteFrom('center_profiles').where('id', '=', centerId).execute()
  expect(await recorded.execute()).toEqual([])
})
