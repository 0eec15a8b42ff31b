import { safe } from '@orpc/server'
import { expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
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

test('the PDF is a complete file of several pages', async () => {
  const { patientId } = await buildRecord(platform, { notes: 'Dolor ≥ 7/10, α positivo. '.repeat(370) })
  const file = await exportRecord(platform, { userId: patientId, format: 'pdf' })
  const bytes = await bytesOf(file)
  expect([file.name, file.type]).toEqual(['historia-clinica-2026-11-20.pdf', 'application/pdf'])
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-8).toString()).toContain('%%EOF')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
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
