import { setTimeout as sleep } from 'node:timers/promises'
import { safe } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { applyBrand, builtInBrand } from '#contract/brand.ts'
import { clinicalRecordLimits } from '#contract/clinical-records.ts'
import { newId } from '#server/platform/ids.ts'
import { createKeyRing } from '#server/platform/key-ring.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { makeInThread, ThreadLimitError } from '#server/platform/worker-thread.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { insertVersion, listVersions } from '../repository/records.ts'
import { withoutEmoji } from '../rules/record-pdf.ts'
import { sealVersion } from '../rules/sealing.ts'
import { exportRecord } from './export-record.ts'
import { writeRecord } from './write-record.ts'

const platform = await testPlatform()

const bytesOf = async (file: { stream(): ReadableStream<Uint8Array> }) =>
  Buffer.from(await new Response(file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

test('the JSON has every version of every appointment, in order, and each export is in the access log', async () => {
  const { request, patientId, ...practice } = await buildRecord(platform, {
    diagnosis: 'Lumbalgia "aguda"',
    daysAgo: 40,
  })
  await writeRecord(platform, { ...request, content: { diagnosis: '', notes: 'Alta.\nSin dolor.' }, after: 1 })
  const { professionalId, serviceId, centerId } = practice
  // Enough appointments for two batches.
  for (let n = 0; n < 24; n += 1) {
    const startsAt = new Date(platform.clock.now().getTime() - (30 - n) * dayMs)
    const service = { centerId, professionalId, serviceId }
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
    await writeRecord(platform, {
      ...request,
      appointmentId,
      content: { diagnosis: `Sesión ${n}`, notes: '' },
      after: 0,
    })
  }
  const file = await exportRecord(platform, { userId: patientId, format: 'json' })
  expect([file.name, file.type]).toEqual(['historia-clinica-2026-11-20.json', 'application/json'])
  const { patient, appointments } = JSON.parse((await bytesOf(file)).toString()) as {
    patient: unknown
    appointments: { professional: string; versions: { diagnosis: string; notes: string; author: string }[] }[]
  }
  expect(patient).toEqual({ name: 'Lucía Pérez', birthDate: null })
  expect(appointments).toHaveLength(25)
  expect(appointments[0]).toMatchObject({
    professional: 'Ana Suárez',
    versions: [
      { version: 1, diagnosis: 'Lumbalgia "aguda"', author: 'Ana Suárez' },
      { version: 2, diagnosis: '', notes: 'Alta.\nSin dolor.' },
    ],
  })
  expect(appointments.slice(1).map(({ versions }) => versions[0]?.diagnosis)).toEqual(
    Array.from({ length: 24 }, (_, n) => `Sesión ${n}`),
  )
  const logged = await platform.db
    .selectFrom('clinical_record_accesses')
    .where('user_id', '=', patientId)
    .select(['action', 'reason'])
    .execute()
  expect(logged).toEqual(Array.from({ length: 25 }, () => ({ action: 'export', reason: 'own_copy' })))
})

test('the PDF is a complete file of several pages, of the operator', async () => {
  applyBrand({ ...builtInBrand, name: 'Nombre Nuevo' })
  onTestFinished(() => applyBrand(builtInBrand))
  const { patientId } = await buildRecord(platform, { notes: 'Dolor ≥ 7/10, α positivo. '.repeat(370) })
  const file = await exportRecord(platform, { userId: patientId, format: 'pdf' })
  const bytes = await bytesOf(file)
  expect([file.name, file.type]).toEqual(['historia-clinica-2026-11-20.pdf', 'application/pdf'])
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-8).toString()).toContain('%%EOF')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  expect(bytes.toString('latin1')).toContain('(Nombre Nuevo)')
})

test.each([
  ['Se siente 😀, ❤️ y 👩🏽‍⚕️👍🏿', 'Se siente [emoji], [emoji] y [emoji][emoji]'],
  ['🇺🇾 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '[emoji] [emoji] [emoji]'],
  ['Dosis ≥ 2 × 50 mg, «α» © ™ 10 # *', 'Dosis ≥ 2 × 50 mg, «α» © ™ 10 # *'],
])('the PDF says where an emoji was written, of which its font would draw boxes: %s', (written, printed) => {
  expect(withoutEmoji(written)).toBe(printed)
})

test.each([
  ['one word', 'x'.repeat(10_000)],
  ['signs with accents', 'a\u0301'.repeat(5_000)],
])('other work goes on while the longest record of an appointment becomes a PDF: %s', async (_, notes) => {
  const { patientId, request } = await buildRecord(platform, { notes })
  const { db, recordKeys } = platform
  const first = (await listVersions(db, { appointmentIds: [request.appointmentId] })).at(0)
  if (!first) throw new Error('no version')
  await db.transaction().execute(async (tx) => {
    for (let version = 2; version <= clinicalRecordLimits.versions; version += 1) {
      const row = { ...first, id: newId(), version, personNonce: undefined, personSealed: undefined }
      await insertVersion(tx, { ...row, ...sealVersion(recordKeys, { row, content: { diagnosis: '', notes } }) })
    }
  })
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 5)
  const file = await exportRecord(platform, { userId: patientId, format: 'pdf' })
  clearInterval(ticking)
  // Made in this thread, the PDF would let none of them pass.
  expect(ticks).toBeGreaterThan(40)
  expect((await bytesOf(file)).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(50)
})

test('a PDF that takes longer than it may is refused', async () => {
  async function* parts() {
    yield []
    await sleep(60_000, undefined, { ref: false })
  }
  const module = new URL('../rules/record-pdf-thread.ts', import.meta.url)
  const head = { name: 'Lucía Pérez', birthDate: null, now: platform.clock.now() }
  await expect(makeInThread({ module, head, parts: parts(), withinMs: 50 })).rejects.toThrow(ThreadLimitError)
})

test('an account without records gets a valid file without appointments', async () => {
  const { professional } = await buildRecord(platform)
  const json = await exportRecord(platform, { userId: professional, format: 'json' })
  expect(JSON.parse((await bytesOf(json)).toString())).toMatchObject({ appointments: [] })
  const pdf = await exportRecord(platform, { userId: professional, format: 'pdf' })
  expect((await bytesOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the eleventh export within an hour is refused', async () => {
  const { patientId } = await buildRecord(platform)
  const requestFile = () => safe(exportRecord(platform, { userId: patientId, format: 'json' }))
  for (let n = 0; n < 10; n += 1) expect((await requestFile()).error).toBeNull()
  expect((await requestFile()).error).toMatchObject({ code: 'request.too_many' })
})

test('a PDF that could not be made is not in the access log', async () => {
  const { patientId } = await buildRecord(platform)
  const logged = () =>
    platform.db.selectFrom('clinical_record_accesses').where('user_id', '=', patientId).select('action').execute()
  const recordKeys = createKeyRing([{ id: 'test', bytes: Buffer.alloc(32, 'other') }])
  await expect(exportRecord({ ...platform, recordKeys }, { userId: patientId, format: 'pdf' })).rejects.toBeDefined()
  expect(await logged()).toEqual([])
  await exportRecord(platform, { userId: patientId, format: 'pdf' })
  expect(await logged()).toEqual([{ action: 'export' }])
})
