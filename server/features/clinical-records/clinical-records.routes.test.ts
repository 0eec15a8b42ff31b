import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clinicalRecordLimits } from '#contract/clinical-records.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildAppointment, buildMember, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildRecord, buildTreatment } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

describe('the professional who attended', () => {
  test('writes diagnosis and notes, amends by addition, and the patient reads every version with author and time', async () => {
    const { professional, patientId, centerId, appointmentId } = await buildTreatment(platform)
    const at = { centerId, appointmentId }
    expect(await as(professional).get(at)).toMatchObject({
      patientName: 'Lucía Pérez',
      versions: [],
      can: { write: true },
    })
    await as(professional).write({ ...at, diagnosis: 'Lumbalgia', notes: 'Reposo.', after: 0 })
    platform.clock.advance(60_000)
    const { versions } = await as(professional).write({ ...at, diagnosis: '', notes: 'Mejora con calor.', after: 1 })
    expect(versions).toMatchObject([
      { version: 1, diagnosis: 'Lumbalgia', notes: 'Reposo.', authorName: 'Ana Suárez' },
      { version: 2, diagnosis: '', notes: 'Mejora con calor.', authorName: 'Ana Suárez' },
    ])
    const own = await as(patientId).getOwn({ appointmentId })
    expect(own.versions).toEqual(versions)
    expect(own.versions[0]?.writtenAt).not.toBe(own.versions[1]?.writtenAt)
    expect(await as(patientId).list()).toEqual({
      holders: [{ dependantId: null, name: 'Lucía Pérez', appointments: 1 }],
      appointmentIds: [appointmentId],
    })
  })

  test('adds nothing with a repeated request, and is refused when the record has a version that they have not read', async () => {
    const { professional, centerId, appointmentId } = await buildTreatment(platform)
    const first = { centerId, appointmentId, diagnosis: 'Lumbalgia', notes: '', after: 0 }
    const twice = await Promise.all([as(professional).write(first), as(professional).write(first)])
    expect(twice.map(({ versions }) => versions.length)).toEqual([1, 1])
    const other = as(professional).write({ ...first, diagnosis: 'Ciática' })
    expect(await codeOf(other)).toBe('clinical_records.has_newer_version')
  })

  test('cannot write before the appointment is completed, nor after the patient’s account is deleted', async () => {
    const { professional, ...practice } = await buildTreatment(platform)
    const { appointmentId } = await buildAppointment(platform, {
      ...serviceOf({ ...practice, professional }),
      patientId: practice.patientId,
    })
    const write = { centerId: practice.centerId, diagnosis: 'Lumbalgia', notes: '', after: 0 }
    expect(await codeOf(as(professional).write({ ...write, appointmentId }))).toBe('clinical_records.not_completed')
    const { id: sessionId } = await openSession(platform, practice.patientId)
    await deleteAccount(platform, { actor: { userId: practice.patientId, sessionId }, currentPassword: null })
    const late = as(professional).write({ ...write, appointmentId: practice.appointmentId })
    expect(await codeOf(late)).toBe('clinical_records.person_gone')
  })

  test('cannot write too long a text, an empty version, or more versions than a record may have', async () => {
    const { professional, request } = await buildRecord(platform)
    const { userId: _, ...at } = request
    const write = (diagnosis: string, notes: string, after = 1) =>
      codeOf(as(professional).write({ ...at, diagnosis, notes, after }))
    expect(await write('x'.repeat(501), '')).toBe('BAD_REQUEST')
    expect(await write('', 'x'.repeat(10_001))).toBe('BAD_REQUEST')
    expect(await write('', '  ')).toBe('BAD_REQUEST')
    await platform.db.transaction().execute(async (tx) => {
      await sql`alter table clinical_record_versions disable trigger user`.execute(tx)
      await sql`update clinical_record_versions set version = ${clinicalRecordLimits.versions}
        where appointment_id = ${at.appointmentId}`.execute(tx)
      await sql`alter table clinical_record_versions enable trigger user`.execute(tx)
    })
    expect(await write('Otro', '', clinicalRecordLimits.versions)).toBe('clinical_records.too_many_versions')
  })
})

describe('access to a record', () => {
  test('another centre’s professional, another patient, a colleague, reception, the owner and staff are refused', async () => {
    const { centerId, appointmentId, ...people } = await buildRecord(platform)
    const elsewhere = await buildTreatment(platform)
    const at = { centerId, appointmentId }
    expect(await codeOf(as(elsewhere.professional).get(at))).toBe('centers.not_found')
    expect(await codeOf(as(elsewhere.professional).get({ ...at, centerId: elsewhere.centerId }))).toBe(
      'appointments.not_found',
    )
    expect(await codeOf(as(people.colleague).get(at))).toBe('appointments.not_found')
    expect(await codeOf(as(people.reception).get(at))).toBe('clinical_records.professional_only')
    expect(await codeOf(as(people.owner).get(at))).toBe('clinical_records.professional_only')
    expect(await codeOf(as(people.patientId).get(at))).toBe('centers.not_found')
    for (const stranger of [elsewhere.patientId, people.professional, people.owner]) {
      expect(await codeOf(as(stranger).getOwn({ appointmentId }))).toBe('clinical_records.not_found')
      expect(await codeOf(as(stranger).accesses({ appointmentId }))).toBe('clinical_records.not_found')
    }
    for (const role of ['moderator', 'admin']) {
      await platform.db.deleteFrom('user_roles').where('user_id', '=', people.professional).execute()
      await platform.db.insertInto('user_roles').values({ user_id: people.professional, role }).execute()
      expect(await codeOf(as(people.professional).get(at))).toBe('clinical_records.professional_only')
    }
    expect(await accessesOf(appointmentId)).toEqual(['write treatment'])
  })

  test('a colleague who has treated the patient reads, but does not write', async () => {
    const { centerId, appointmentId, patientId, colleague, colleagueService } = await buildRecord(platform)
    await buildAppointment(platform, {
      ...colleagueService,
      patientId,
      status: 'completed',
      startsAt: new Date(platform.clock.now().getTime() - dayMs),
    })
    const at = { centerId, appointmentId }
    expect(await as(colleague).get(at)).toMatchObject({
      versions: [{ diagnosis: 'Lumbalgia mecánica' }],
      can: { write: false },
    })
    const write = as(colleague).write({ ...at, diagnosis: 'Otro', notes: '', after: 1 })
    expect(await codeOf(write)).toBe('clinical_records.professional_only')
    expect(await accessesOf(appointmentId)).toEqual(['write treatment', 'read continuity'])
  })

  test('an account that the owner links to a former professional does not read what that professional wrote', async () => {
    const { centerId, appointmentId, professionalId, professional } = await buildRecord(platform)
    await platform.db.deleteFrom('center_members').where('user_id', '=', professional).execute()
    const linked = { centerId, role: 'professional', professionalId, since: platform.clock.now() } as const
    const successor = (await buildMember(platform, linked)).userId
    expect(await codeOf(as(successor).get({ centerId, appointmentId }))).toBe('appointments.not_found')
    await platform.db
      .updateTable('professionals')
      .set({ is_active: false })
      .where('center_id', '=', centerId)
      .where('id', '!=', professionalId)
      .execute()
    await platform.db.deleteFrom('center_members').where('user_id', '=', successor).execute()
    // The centre's only professional has no account now, so the owner works as this professional.
    expect(await codeOf(as(centerId).get({ centerId, appointmentId }))).toBe('clinical_records.professional_only')
  })

  test('the owner of a centre with one professional writes and reads as that professional', async () => {
    const service = await buildService(platform)
    const startsAt = new Date(platform.clock.now().getTime() - dayMs)
    const { appointmentId, centerId } = await buildAppointment(platform, { ...service, status: 'completed', startsAt })
    const write = { centerId, appointmentId, diagnosis: 'Lumbalgia', notes: '', after: 0 }
    expect((await as(centerId).write(write)).versions).toHaveLength(1)
  })

  test('the guardian of a dependant reads the dependant’s record, which names the dependant', async () => {
    const { professional, centerId, appointmentId, patientId } = await buildTreatment(platform)
    const dependantId = await addDependant({ patientId, appointmentId })
    await as(professional).write({ centerId, appointmentId, diagnosis: 'Otitis', notes: '', after: 0 })
    expect(await as(professional).get({ centerId, appointmentId })).toMatchObject({ patientName: 'Sofía Pérez' })
    expect((await as(patientId).getOwn({ appointmentId })).versions).toMatchObject([{ diagnosis: 'Otitis' }])
    expect((await as(patientId).list()).holders).toEqual([{ dependantId, name: 'Sofía Pérez', appointments: 1 }])
    const { patientId: other } = await buildPatient(platform)
    expect(await codeOf(as(other).export({ format: 'json', dependantId }))).toBe('clinical_records.not_found')
  })
})

test('the patient sees who read and wrote the record, newest first, and the database refuses to change the log', async () => {
  const { professional, patientId, centerId, appointmentId } = await buildRecord(platform)
  platform.clock.advance(1000)
  await as(professional).get({ centerId, appointmentId })
  platform.clock.advance(1000)
  await as(patientId).getOwn({ appointmentId })
  const { items } = await as(patientId).accesses({ appointmentId })
  expect(items.map(({ professionalName, action, reason }) => [professionalName, action, reason])).toEqual([
    [null, 'read', 'own'],
    ['Ana Suárez', 'read', 'treatment'],
    ['Ana Suárez', 'write', 'treatment'],
  ])
  const first = await as(patientId).accesses({ appointmentId, limit: 2 })
  const second = await as(patientId).accesses({ appointmentId, limit: 2, cursor: first.nextCursor ?? '' })
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null])
  for (const table of ['clinical_record_versions', 'clinical_record_accesses']) {
    for (const statement of [
      `update ${table} set appointment_id = appointment_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(sql.raw(statement).execute(platform.db), statement).rejects.toThrow(/never changed/)
    }
  }
})

test('a version moved to another appointment in the database does not open', async () => {
  const { request, patientId } = await buildRecord(platform)
  const startsAt = new Date(platform.clock.now().getTime() - 5 * dayMs)
  const other = await buildAppointment(platform, { status: 'completed', startsAt, patientId })
  await platform.db.transaction().execute(async (tx) => {
    await sql`alter table clinical_record_versions disable trigger user`.execute(tx)
    await sql`update clinical_record_versions set appointment_id = ${other.appointmentId}
      where appointment_id = ${request.appointmentId}`.execute(tx)
    await sql`alter table clinical_record_versions enable trigger user`.execute(tx)
  })
  await expect(as(patientId).getOwn(other)).rejects.toThrow()
})

async function accessesOf(appointmentId: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('clinical_record_accesses')
    .where('appointment_id', '=', appointmentId)
    .orderBy('id')
    .select(['action', 'reason'])
    .execute()
  return rows.map(({ action, reason }) => `${action} ${reason}`)
}

async function addDependant({ patientId, appointmentId }: { patientId: string; appointmentId: string }) {
  const { id } = await platform.db
    .insertInto('dependants')
    .values({
      id: crypto.randomUUID(),
      guardian_id: patientId,
      full_name: 'Sofía Pérez',
      birth_date: '2015-03-05',
      relation: 'hija',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await platform.db.updateTable('appointments').set({ dependant_id: id }).where('id', '=', appointmentId).execute()
  return id
}

function serviceOf({ centerId, professionalId, serviceId }: Awaited<ReturnType<typeof buildTreatment>>) {
  return { centerId, professionalId, serviceId }
}
