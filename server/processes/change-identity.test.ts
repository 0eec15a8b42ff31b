import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsRoutes } from '#server/features/accounts/routes/accounts.ts'
import { dependantsRoutes } from '#server/features/accounts/routes/dependants.ts'
import { clinicalRecordsRoutes } from '#server/features/clinical-records/clinical-records.routes.ts'
import { exportRecord } from '#server/features/clinical-records/usecases/export-record.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildRecord, buildTreatment } from '#server/testing/clinical-records.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { changeIdentityRoutes } from './change-identity.ts'
import { deleteAccount } from './delete-account.ts'
import { resetUnverifiedAccount } from './reset-account.ts'

const platform = await testPlatform()
const records = (userId: string) =>
  clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords
const dependantsOf = (userId: string) =>
  justRead(platform, clientOf(platform, { ...dependantsRoutes, ...changeIdentityRoutes.dependants }, userId))

const ana = { fullName: 'Ana Hija', birthDate: '2018-05-05', relation: 'Hija' }
const asAna = { fullName: 'Ana Hija', birthDate: '2018-05-05' }

/** A visit of the patient's dependant, about which nothing is written yet. */
async function buildVisitOfAna() {
  const practice = await buildTreatment(platform)
  const { id: dependantId } = await dependantsOf(practice.patientId).create(ana)
  await platform.db
    .updateTable('appointments')
    .set({ dependant_id: dependantId })
    .where('id', '=', practice.appointmentId)
    .execute()
  const { centerId, appointmentId } = practice
  return { ...practice, dependantId, at: { centerId, appointmentId } }
}

async function listBell(userId: string) {
  const { rows } = await sql<{ message: string; href: string }>`
    select message, href from notifications where user_id = ${userId} and title = 'Cambiaron los datos de un paciente' order by message`.execute(
    platform.db,
  )
  return rows
}

/** As a version from before each one recorded its person. */
async function deletePersons(appointmentId: string): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await sql`alter table clinical_record_versions disable trigger user`.execute(tx)
    await sql`update clinical_record_versions set person_nonce = null, person_sealed = null
      where appointment_id = ${appointmentId}`.execute(tx)
    await sql`alter table clinical_record_versions enable trigger user`.execute(tx)
  })
}

test('a note stays about the child of whom it was written, whatever the entry is called later, and after the deletion', async () => {
  const { at, professional, patientId, dependantId, ...practice } = await buildVisitOfAna()
  await records(professional).write({ ...at, diagnosis: '', notes: 'Alergia a la penicilina', after: 0 })
  const dependants = dependantsOf(patientId)
  await dependants.update({ ...ana, dependantId, relation: 'Hijo' })
  await dependants.update({ ...ana, dependantId, fullName: 'ANA HIJÁ' })
  expect((await records(professional).get(at)).versions).toMatchObject([{ writtenAs: null }])
  expect(await listBell(professional)).toEqual([])

  await dependants.update({ ...ana, dependantId, fullName: 'Bruno Otro' })
  const added = await records(professional).write({ ...at, diagnosis: '', notes: 'Sin alergias', after: 1 })
  expect(added.patientName).toBe('Bruno Otro')
  const versions = [{ writtenAs: { ...asAna, on: null } }, { writtenAs: null }]
  expect(added.versions).toMatchObject(versions)
  expect((await records(patientId).getOwn(at)).versions).toMatchObject(versions)
  const file = await exportRecord(platform, { userId: patientId, format: 'json', dependantId })
  const json = await new Response(file.stream()).text()
  expect(JSON.parse(json).appointments[0].versions).toMatchObject(versions)
  const said = { href: expect.stringContaining(`dependant.${dependantId}`) }
  expect(await listBell(professional)).toMatchObject([
    {
      ...said,
      message: expect.stringMatching(/^ANA HIJÁ \(nació el 5\/5\/2018\) figura ahora como Bruno Otro \(nació el/),
    },
  ])
  await dependants.update({ ...ana, dependantId, fullName: 'Bruno Otro', birthDate: '2018-05-06' })
  expect(await listBell(professional), 'the first change is not hidden by the second').toMatchObject([
    { message: expect.stringMatching(/^ANA HIJÁ .* figura ahora como Bruno Otro/) },
    { message: expect.stringMatching(/^Bruno Otro .* figura ahora como Bruno Otro \(nació el 6/) },
  ])
  for (const userId of [practice.colleague, practice.reception, practice.owner])
    expect(await listBell(userId)).toEqual([])

  const { id: sessionId } = await openSession(platform, patientId)
  await deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
  const kept = await records(professional).get(at)
  expect(kept.patientName).toBe('Bruno Otro')
  const asBruno = { fullName: 'Bruno Otro', birthDate: '2018-05-05', on: null }
  expect(kept.versions).toMatchObject([{ writtenAs: { ...asAna, on: null } }, { writtenAs: asBruno }])
})

test('of a version that recorded no person, the first change seals what was known on its day', async () => {
  const { at, professional, patientId, dependantId } = await buildVisitOfAna()
  await records(professional).write({ ...at, diagnosis: 'Otitis', notes: '', after: 0 })
  await deletePersons(at.appointmentId)
  const { versions } = await records(professional).get(at)
  expect(versions).toMatchObject([{ writtenAs: null }])
  platform.clock.advance(dayMs)
  await dependantsOf(patientId).update({ ...ana, dependantId, fullName: 'Bruno Otro' })
  await dependantsOf(patientId).update({ ...ana, dependantId, fullName: 'Carla Otra' })
  const renamed = await records(professional).get(at)
  expect(renamed.versions).toMatchObject([{ writtenAs: { ...asAna, on: '2026-11-21' } }])
})

test('the owner of an account who takes another name keeps the old one beside the notes, and the professional is told', async () => {
  const { patientId, professional, request } = await buildRecord(platform)
  const client = clientOf(platform, { ...accountsRoutes, ...changeIdentityRoutes.accounts }, patientId)
  const edit = justRead(platform, client, patientId)
  await edit.updateProfile({ phone: '099 123 456' })
  expect(await listBell(professional)).toEqual([])
  await edit.updateProfile({ fullName: 'Marcos Díaz' })
  const { centerId, appointmentId } = request
  expect(await records(professional).get({ centerId, appointmentId })).toMatchObject({
    patientName: 'Marcos Díaz',
    versions: [{ writtenAs: { fullName: 'Lucía Pérez', birthDate: null, on: null } }],
  })
  expect(await listBell(professional)).toMatchObject([
    { message: expect.stringContaining('Lucía Pérez figura ahora como Marcos Díaz') },
  ])
})

test('an account that starts again keeps the name of the person who attended beside the notes', async () => {
  const { patientId, professional, request } = await buildRecord(platform)
  await deletePersons(request.appointmentId)
  platform.clock.advance(dayMs)
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => resetUnverifiedAccount(tx, { platform, userId: patientId, now }))
  const { centerId, appointmentId } = request
  const { versions } = await records(professional).get({ centerId, appointmentId })
  expect(versions).toMatchObject([{ writtenAs: { fullName: 'Lucía Pérez', on: '2026-11-22' } }])
})
