import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildRecord, buildTreatment } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { purgeRecords } from './keep-identities.ts'
import { readRecord } from './read-record.ts'

const countRows = async (platform: Awaited<ReturnType<typeof testPlatform>>) => {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from clinical_record_versions)::int + (select count(*) from clinical_record_accesses)::int
      + (select count(*) from clinical_record_identities)::int as rows`.execute(platform.db)
  return rows[0]?.rows
}

async function deletePatient(platform: Awaited<ReturnType<typeof testPlatform>>, userId: string): Promise<void> {
  const { id: sessionId } = await openSession(platform, userId)
  await deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null })
}

test('after an account is deleted, the professional reads the record with the patient’s name until the legal term ends', async () => {
  // The database compares with its own clock, so the term of seven years has to end in the past.
  const platform = await testPlatform({ start: new Date('2019-03-05T12:00:00Z') })
  const { patientId, request } = await buildRecord(platform)
  await deletePatient(platform, patientId)
  expect(await readRecord(platform, request)).toMatchObject({
    patientName: 'Lucía Pérez',
    versions: [{ diagnosis: 'Lumbalgia mecánica' }],
    can: { write: false },
  })
  const { keep_until } = await platform.db
    .selectFrom('clinical_record_identities')
    .select('keep_until')
    .executeTakeFirstOrThrow()
  expect(keep_until.toISOString()).toBe('2026-03-05T12:00:00.000Z')

  platform.clock.advance(keep_until.getTime() - platform.clock.now().getTime() - dayMs)
  await purgeRecords(platform)
  expect(await countRows(platform)).toBeGreaterThan(0)
  platform.clock.advance(2 * dayMs)
  await purgeRecords(platform)
  expect(await countRows(platform)).toBe(0)
})

test('a record that cannot be deleted does not keep those of the others', async () => {
  const platform = await testPlatform({ start: new Date('2019-03-05T12:00:00Z') })
  const patientIds: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { patientId } = await buildRecord(platform)
    await deletePatient(platform, patientId)
    patientIds.push(patientId)
  }
  const kept = async () => {
    const rows = await platform.db.selectFrom('clinical_record_identities').select('patient_id').execute()
    return rows.map(({ patient_id }) => patient_id)
  }
  const refused = { table: 'clinical_record_identities', column: 'patient_id', value: patientIds[0] ?? '' }
  const accept = await refuseRow(platform.db, refused)
  platform.clock.set(new Date('2026-03-06T12:00:00Z'))
  await expect(purgeRecords(platform)).rejects.toThrow('could not be deleted')
  expect(await kept()).toEqual([patientIds[0]])
  await accept()
  await purgeRecords(platform)
  expect(await kept()).toEqual([])
})

test('before the legal term ends, the database refuses to delete the record of a deleted account', async () => {
  const platform = await testPlatform()
  const { patientId } = await buildRecord(platform)
  await deletePatient(platform, patientId)
  for (const table of ['clinical_record_accesses', 'clinical_record_versions', 'clinical_record_identities']) {
    await expect(sql.raw(`delete from ${table}`).execute(platform.db), table).rejects.toThrow(/never changed/)
  }
})

test('an account without a clinical record leaves no identity when it is deleted', async () => {
  const platform = await testPlatform()
  const { patientId } = await buildTreatment(platform)
  await deletePatient(platform, patientId)
  expect(await countRows(platform)).toBe(0)
})
