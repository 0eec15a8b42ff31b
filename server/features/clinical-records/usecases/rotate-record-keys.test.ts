import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createKeyRing } from '#server/platform/key-ring.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { keepIdentities } from './keep-identities.ts'
import { readOwnRecord } from './read-own-record.ts'
import { readRecord } from './read-record.ts'
import { requireStoredKeys } from './require-stored-keys.ts'
import { rotateRecordKeys } from './rotate-record-keys.ts'
import { writeRecord } from './write-record.ts'

const oldKey = { id: 'test', bytes: Buffer.alloc(32, 'health') }
const newKey = { id: 'new', bytes: Buffer.alloc(32, 'newer') }
const both = createKeyRing([newKey, oldKey])

async function storedKeys(platform: Awaited<ReturnType<typeof testPlatform>>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key_id as key from clinical_record_versions union all select key_id from clinical_record_identities`.execute(
    platform.db,
  )
  return rows.map(({ key }) => key).toSorted()
}

test('a rotation that is interrupted loses nothing, and the next one finishes it while the server reads', async () => {
  const platform = await testPlatform()
  const records: Awaited<ReturnType<typeof buildRecord>>[] = []
  for (let n = 0; n < 5; n += 1) records.push(await buildRecord(platform, { diagnosis: `Diagnóstico ${n}` }))
  const first = records[0]
  if (!first) throw new Error('no record')
  await platform.db.transaction().execute((tx) => keepIdentities(tx, { platform, patientId: first.patientId }))
  const server = { ...platform, recordKeys: both }

  const run = rotateRecordKeys(server, {
    batchSize: 2,
    onBatch: () => {
      throw new Error('Ctrl-C')
    },
  })
  await expect(run).rejects.toThrow('Ctrl-C')
  expect(await storedKeys(platform)).toEqual(['new', 'new', 'test', 'test', 'test', 'test'])

  const reads: Promise<unknown>[] = []
  const onBatch = () => void reads.push(...records.map(({ request }) => readRecord(server, request)))
  expect(await rotateRecordKeys(server, { batchSize: 1, onBatch })).toEqual({ rotated: 4, unused: ['test'], left: 0 })
  expect(await Promise.all(reads)).toHaveLength(20)
  expect(await storedKeys(platform)).toEqual(Array.from({ length: 6 }, () => 'new'))
  for (const [n, { request }] of records.entries()) {
    const { versions, patientName } = await readRecord({ ...platform, recordKeys: createKeyRing([newKey]) }, request)
    expect(versions).toMatchObject([{ diagnosis: `Diagnóstico ${n}`, notes: 'Dolor al flexionar.' }])
    expect(patientName).toBe('Lucía Pérez')
  }
  // The person is encrypted with the new key, too.
  await platform.db
    .updateTable('profiles')
    .set({ full_name: 'Otra Persona' })
    .where('id', '=', first.patientId)
    .execute()
  const renamed = await readOwnRecord(
    { ...platform, recordKeys: createKeyRing([newKey]) },
    {
      userId: first.patientId,
      appointmentId: first.appointmentId,
    },
  )
  expect(renamed.versions[0]?.writtenAs).toEqual({ fullName: 'Lucía Pérez', birthDate: null, on: null })
  await writeRecord(server, { ...first.request, content: { diagnosis: '', notes: 'Alta.' }, after: 1 })
  expect(await rotateRecordKeys(server)).toEqual({ rotated: 0, unused: ['test'], left: 0 })
})

test('two simultaneous rotations encrypt each row once', async () => {
  const platform = await testPlatform()
  for (let n = 0; n < 4; n += 1) await buildRecord(platform)
  const server = { ...platform, recordKeys: both }
  const runs = await Promise.all([1, 2].map(() => rotateRecordKeys(server, { batchSize: 1 })))
  expect(runs.reduce((sum, { rotated }) => sum + rotated, 0)).toBe(4)
  expect(new Set(await storedKeys(platform))).toEqual(new Set(['new']))
})

test('the server refuses to start without a key that stored records need, or with a different key under its name', async () => {
  const platform = await testPlatform()
  await requireStoredKeys(platform)
  await buildRecord(platform, { diagnosis: 'Lumbalgia secreta' })
  await requireStoredKeys(platform)
  await requireStoredKeys({ ...platform, recordKeys: both })
  const refusalOf = async (keys: { id: string; bytes: Buffer }[]) => {
    const error = await requireStoredKeys({ ...platform, recordKeys: createKeyRing(keys) }).catch((reason) => reason)
    return (error as Error).message
  }
  expect(await refusalOf([newKey])).toBe(
    'DATA_DIR/record.keys lacks the key "test", which encrypts 1 rows of clinical records. Add it.',
  )
  expect(await refusalOf([{ ...newKey, id: 'test' }])).toMatch(/^The key "test" .*is a different key.*$/)
})

test('the database refuses to change a version, except to encrypt it with another key', async () => {
  const platform = await testPlatform()
  const { appointmentId } = await buildRecord(platform)
  const set = (changes: string) =>
    sql`update clinical_record_versions set ${sql.raw(changes)} where appointment_id = ${appointmentId}`.execute(
      platform.db,
    )
  for (const changes of [
    `sealed = decode(repeat('00', 40), 'hex')`,
    `key_id = 'new'`,
    `key_id = 'new', nonce = decode(repeat('00', 12), 'hex'), written_at = now()`,
    `key_id = 'new', nonce = decode(repeat('00', 12), 'hex'), version = 2`,
    `key_id = 'new', nonce = decode(repeat('00', 12), 'hex'), person_nonce = null, person_sealed = null`,
    `key_id = 'new', nonce = decode(repeat('00', 12), 'hex')`,
    `person_nonce = decode(repeat('00', 12), 'hex'), person_sealed = decode(repeat('00', 40), 'hex')`,
  ]) {
    await expect(set(changes), changes).rejects.toThrow(/never changed/)
  }
})
