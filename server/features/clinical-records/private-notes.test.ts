import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clinicalRecordLimits, draftDays } from '#contract/clinical-records.ts'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { newId } from '#server/platform/ids.ts'
import { createKeyRing } from '#server/platform/key-ring.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { downloadExport, requestExport } from '#server/processes/export-data.ts'
import { readBesideTimelineRoutes } from '#server/processes/read-beside-timeline.ts'
import { buildAppointment, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildTreatment } from '#server/testing/clinical-records.ts'
import { fileText } from '#server/testing/file-text.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'
import { purgeDrafts } from './usecases/private-notes.ts'
import { readRecord } from './usecases/read-record.ts'
import { rotateRecordKeys } from './usecases/rotate-record-keys.ts'

const platform = await testPlatform()
const { db, clock } = platform
const routes = { clinicalRecords: { ...clinicalRecordsRoutes, ...readBesideTimelineRoutes.clinicalRecords } }
const as = (userId: string) => clientOf(platform, routes, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** A professional in the middle of a session with a patient whom they know. */
async function buildSession() {
  const practice = await buildTreatment(platform)
  const { professional, centerId, professionalId, serviceId, patientId } = practice
  const startsAt = new Date(clock.now().getTime() - hourMs / 4)
  const session = await buildAppointment(platform, { centerId, professionalId, serviceId, patientId, startsAt })
  return { ...practice, me: as(professional), at: { centerId, appointmentId: session.appointmentId } }
}

const notesOf = (appointmentId: string) =>
  db.selectFrom('clinical_private_notes').selectAll().where('appointment_id', '=', appointmentId).execute()

const accessesOf = async (appointmentId: string) => {
  const rows = await db
    .selectFrom('clinical_record_accesses')
    .where('appointment_id', '=', appointmentId)
    .orderBy('accessed_at')
    .orderBy('id')
    .select(['action', 'subject', 'reason'])
    .execute()
  return rows.map(({ action, subject, reason }) => `${action} ${subject} ${reason}`)
}

const empty = { diagnosis: '', notes: '' }

describe('a draft', () => {
  test('is started during the session, continued, and gone once it is saved as a note', async () => {
    const { me, at } = await buildSession()
    expect(await me.get(at)).toMatchObject({
      draft: null,
      notWritable: 'not_completed',
      can: { write: false, draft: true },
    })
    const { draft: first } = await me.saveDraft({ ...at, ...empty, notes: 'Llega con dolor', version: null })
    const saved = { ...at, diagnosis: 'Lumbalgia', notes: 'Llega con dolor.' }
    const { draft } = await me.saveDraft({ ...saved, version: first?.version ?? null })
    expect(draft).toMatchObject({ diagnosis: 'Lumbalgia', notes: 'Llega con dolor.' })
    expect(Date.parse(draft?.keptUntil ?? '')).toBe(clock.now().getTime() + draftDays * dayMs)
    expect((await me.get(at)).draft).toEqual(draft)
    expect((await me.drafts(at)).items).toMatchObject([{ appointmentId: at.appointmentId, patientName: 'Lucía Pérez' }])

    const note = { ...saved, after: 0, draft: draft?.version ?? null }
    expect(await codeOf(me.write(note))).toBe('clinical_records.not_completed')
    await db
      .updateTable('appointments')
      .set({ status: 'completed', completed_at: clock.now() })
      .where('id', '=', at.appointmentId)
      .execute()
    expect(await me.write(note)).toMatchObject({ draft: null, versions: [{ notes: 'Llega con dolor.' }] })
    // A request whose response was lost.
    expect((await me.write(note)).versions).toHaveLength(1)
    expect(await notesOf(at.appointmentId)).toEqual([])
    expect(await me.drafts(at)).toEqual({ items: [] })
    expect(await accessesOf(at.appointmentId)).toEqual(['write record treatment', 'read record treatment'])
  })

  test('of two tabs is never overwritten unseen, neither by the other draft nor by the note that it becomes', async () => {
    const { me, centerId, appointmentId } = await buildSession()
    // The appointment of buildTreatment(), which is completed.
    const at = { centerId, appointmentId }
    const { draft } = await me.saveDraft({ ...at, ...empty, notes: 'De una pestaña', version: null })
    const other = { ...at, ...empty, notes: 'De la otra' }
    expect(await codeOf(me.saveDraft({ ...other, version: null }))).toBe('request.changed_meanwhile')
    const seen = draft?.version ?? ''
    const { draft: second } = await me.saveDraft({ ...other, version: seen })
    // The same text again is the repetition of a request.
    expect((await me.saveDraft({ ...other, version: seen })).draft).toEqual(second)
    expect(await codeOf(me.saveDraft({ ...at, ...empty, version: seen }))).toBe('request.changed_meanwhile')
    const note = { ...at, ...empty, notes: 'De una pestaña', after: 0 }
    expect(await codeOf(me.write({ ...note, draft: seen }))).toBe('request.changed_meanwhile')
    expect(await codeOf(me.write(note))).toBe('request.changed_meanwhile')
    expect((await me.get(at)).versions).toEqual([])
    expect(await me.saveDraft({ ...at, ...empty, version: second?.version ?? '' })).toEqual({ draft: null })
    expect(await notesOf(appointmentId)).toEqual([])
  })

  test('is not started for a cancelled appointment or for more than an account may have, and is bounded in size', async () => {
    const { me, at, professional, professionalId, centerId, appointmentId } = await buildSession()
    const draft = { ...at, ...empty, notes: 'Llega tarde', version: null }
    expect(await codeOf(me.saveDraft({ ...draft, notes: 'x'.repeat(10_001) }))).toBe('BAD_REQUEST')
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_at: clock.now(), cancelled_by: 'patient' })
      .where('id', '=', at.appointmentId)
      .execute()
    expect(await codeOf(me.saveDraft(draft))).toBe('clinical_records.not_expected')
    await db.transaction().execute(async (tx) => {
      // Without the foreign keys: a hundred appointments say no more than their ids.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        insert into clinical_private_notes
          (id, appointment_id, author_id, professional_id, kind, version, started_at, saved_at, key_id, nonce, sealed)
        select gen_random_uuid(), gen_random_uuid(), ${professional}, ${professionalId}, 'draft', 1, now(), now(), 'test',
          decode(repeat('00', 12), 'hex'), decode(repeat('00', 40), 'hex')
        from generate_series(1, ${clinicalRecordLimits.drafts})`.execute(tx)
    })
    const another = { ...draft, centerId, appointmentId }
    expect(await codeOf(me.saveDraft(another))).toBe('clinical_records.too_many_drafts')
    await db.deleteFrom('clinical_private_notes').where('author_id', '=', professional).execute()
  })

  test('that its author leaves alone is deleted after its time; working notes stay', async () => {
    const { me, at } = await buildSession()
    await me.saveDraft({ ...at, ...empty, notes: 'A medias', version: null })
    await me.saveWorkingNote({ ...at, notes: 'Preguntar por el sueño.', version: null })
    await purgeDrafts(platform)
    expect(await notesOf(at.appointmentId)).toHaveLength(2)
    const start = clock.now()
    clock.advance((draftDays + 1) * dayMs)
    await purgeDrafts(platform)
    clock.set(start)
    expect(await notesOf(at.appointmentId)).toMatchObject([{ kind: 'working_note' }])
  })
})

describe('working notes', () => {
  test('are read by their author only, each reading and writing is logged, and the patient sees that, never what they say', async () => {
    const { me, centerId, appointmentId, patientId, colleague, colleagueService } = await buildSession()
    const at = { centerId, appointmentId }
    await me.write({ ...at, ...empty, notes: 'Mejora.', after: 0 })
    const { workingNote } = await me.saveWorkingNote({ ...at, notes: 'Hipótesis-irrepetible', version: null })
    expect((await me.get(at)).workingNote).toEqual(workingNote)
    expect(await accessesOf(appointmentId)).toEqual([
      'write record treatment',
      'write working_note treatment',
      'read record treatment',
      'read working_note treatment',
    ])

    // A colleague who continues the care reads the record.
    const startsAt = new Date(clock.now().getTime() - dayMs)
    await buildAppointment(platform, { ...colleagueService, patientId, status: 'completed', startsAt })
    const read = await as(colleague).get(at)
    expect(read).toMatchObject({ versions: [{ notes: 'Mejora.' }], workingNote: null, can: { keepWorkingNote: false } })
    const keep = as(colleague).saveWorkingNote({ ...at, notes: 'Otra', version: null })
    expect(await codeOf(keep)).toBe('clinical_records.professional_only')
    const own = await as(patientId).getOwn({ appointmentId })
    const { items } = await as(patientId).accesses({ appointmentId })
    expect(JSON.stringify([own, items])).not.toContain('irrepetible')
    expect(
      items
        .filter(({ subject }) => subject === 'working_note')
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['read', 'write'])
    const removed = { ...at, notes: '', version: workingNote?.version ?? null }
    expect(await me.saveWorkingNote(removed)).toEqual({ workingNote: null })
    expect(await notesOf(appointmentId)).toEqual([])
  })

  test('end with the membership for their author, and the database refuses what the rules would not allow', async () => {
    const { me, at, professional, professionalId } = await buildSession()
    const note = { ...at, notes: 'Preguntar.', version: null }
    const { workingNote } = await me.saveWorkingNote(note)
    await db.deleteFrom('center_members').where('user_id', '=', professional).execute()
    expect(await codeOf(me.get(at))).toBe('centers.not_found')
    const changed = { ...note, notes: 'Otra', version: workingNote?.version ?? null }
    expect(await codeOf(me.saveWorkingNote(changed))).toBe('centers.not_found')
    const [row] = await notesOf(at.appointmentId)
    if (!row) throw new Error('no note')
    const foreign = { ...row, id: newId(), kind: 'draft', professional_id: professionalId }
    await expect(db.insertInto('clinical_private_notes').values(foreign).execute()).rejects.toThrow(
      /may not keep notes/,
    )
  })

  test('and drafts are kept and exported when the appointment and its author pass to another professional', async () => {
    const { me, at, centerId, professional } = await buildSession()
    const { draft } = await me.saveDraft({ ...at, ...empty, notes: 'A medias', version: null })
    const { workingNote } = await me.saveWorkingNote({ ...at, notes: 'Preguntar.', version: null })
    const other = await buildService(platform, { centerId })
    await db
      .updateTable('center_members')
      .set({ professional_id: other.professionalId })
      .where('user_id', '=', professional)
      .execute()
    const moved = { professional_id: other.professionalId, service_id: other.serviceId }
    await db.transaction().execute(async (tx) => {
      // Without the rules of moving, which read the real time.
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('appointments').set(moved).where('id', '=', at.appointmentId).execute()
    })
    expect(await me.get(at)).toMatchObject({ draft, workingNote })
    await me.saveDraft({ ...at, ...empty, notes: 'Seguido', version: draft?.version ?? null })
    expect(await notesOf(at.appointmentId)).toMatchObject([
      { kind: 'working_note' },
      { kind: 'draft', professional_id: other.professionalId },
    ])
    const { id: exportId } = await requestExport(platform, { userId: professional })
    await runJobs(platform)
    const content = await fileText(await downloadExport(platform, { userId: professional, exportId, format: 'json' }))
    for (const text of ['Seguido', 'Preguntar.']) expect(content).toContain(text)
    const note = { ...at, notes: 'Ya pregunté.', version: workingNote?.version ?? null }
    expect((await me.saveWorkingNote(note)).workingNote).toMatchObject({ notes: 'Ya pregunté.' })
  })

  test('and drafts are encrypted with the current key by a rotation, and open in their own row only', async () => {
    const { me, at, professional } = await buildSession()
    await me.saveDraft({ ...at, ...empty, notes: 'A medias', version: null })
    await me.saveWorkingNote({ ...at, notes: 'Preguntar.', version: null })
    const newKey = { id: 'new', bytes: Buffer.alloc(32, 'newer') }
    const recordKeys = createKeyRing([newKey, { id: 'test', bytes: Buffer.alloc(32, 'health') }])
    await rotateRecordKeys({ ...platform, recordKeys })
    expect((await notesOf(at.appointmentId)).map(({ key_id }) => key_id)).toEqual(['new', 'new'])
    const rotated = { ...platform, recordKeys }
    const request = { ...at, userId: professional }
    expect(await readRecord(rotated, request)).toMatchObject({
      draft: { notes: 'A medias' },
      workingNote: { notes: 'Preguntar.' },
    })
    await db
      .updateTable('clinical_private_notes')
      .set({ started_at: new Date(clock.now().getTime() - 1000) })
      .where('appointment_id', '=', at.appointmentId)
      .execute()
    await expect(readRecord(rotated, request)).rejects.toThrow()
    await db.deleteFrom('clinical_private_notes').where('appointment_id', '=', at.appointmentId).execute()
    const back = createKeyRing([{ id: 'test', bytes: Buffer.alloc(32, 'health') }, newKey])
    await rotateRecordKeys({ ...platform, recordKeys: back })
  })

  test('and drafts are in the data export of their author while they may read them, and in no other', async () => {
    const { me, at, professional, patientId, owner } = await buildSession()
    await me.saveDraft({ ...at, ...empty, notes: 'Borrador-irrepetible', version: null })
    await me.saveWorkingNote({ ...at, notes: 'Hipótesis-irrepetible', version: null })
    const contents = async (userId: string) => {
      const { id: exportId } = await requestExport(platform, { userId })
      await runJobs(platform)
      return await fileText(await downloadExport(platform, { userId, exportId, format: 'json' }))
    }
    const own = await contents(professional)
    expect(own).toContain('Borrador-irrepetible')
    expect(own).toContain('Hipótesis-irrepetible')
    expect(await accessesOf(at.appointmentId)).toContain('export working_note treatment')
    for (const stranger of [patientId, owner]) expect(await contents(stranger)).not.toContain('irrepetible')
    await db.deleteFrom('center_members').where('user_id', '=', professional).execute()
    expect(await contents(professional)).not.toContain('irrepetible')
  })

  test.each(['patientId', 'professional'] as const)('and drafts go with the account: %s', async (who) => {
    const { me, at, ...people } = await buildSession()
    await me.saveDraft({ ...at, ...empty, notes: 'A medias', version: null })
    await me.saveWorkingNote({ ...at, notes: 'Preguntar.', version: null })
    const userId = people[who]
    const { id: sessionId } = await openSession(platform, userId)
    await deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null })
    expect(await notesOf(at.appointmentId)).toEqual([])
  })
})

describe('the timeline', () => {
  test('has the other appointments of the same person in pages, the newest first, and logs what it opens', async () => {
    const { me, at, centerId, professionalId, serviceId, patientId, appointmentId } = await buildSession()
    await me.write({ centerId, appointmentId, ...empty, notes: 'Sesión 0', after: 0 })
    for (let n = 1; n <= 4; n += 1) {
      const startsAt = new Date(clock.now().getTime() - (n + 5) * dayMs)
      const visit = { centerId, professionalId, serviceId, patientId, startsAt, status: 'completed' } as const
      const { appointmentId: id } = await buildAppointment(platform, visit)
      if (n === 3) await me.saveWorkingNote({ centerId, appointmentId: id, notes: 'Solo mía', version: null })
      // Nothing is written about the last one.
      else if (n < 4) await me.write({ centerId, appointmentId: id, ...empty, notes: `Sesión ${n}`, after: 0 })
    }
    const first = await me.timeline({ ...at, limit: 2 })
    expect(first.items.map(({ versions }) => versions.map(({ notes }) => notes))).toEqual([['Sesión 0'], ['Sesión 1']])
    const second = await me.timeline({ ...at, limit: 2, cursor: first.nextCursor ?? '' })
    expect(second).toMatchObject({
      items: [
        { versions: [{ notes: 'Sesión 2' }], workingNote: null },
        { versions: [], workingNote: { notes: 'Solo mía' } },
      ],
      nextCursor: null,
    })
    expect(await accessesOf(appointmentId)).toEqual(['write record treatment', 'read record treatment'])
  })

  test('has beside it the next appointment and what is owed, as far as the professional sees the agenda', async () => {
    const { me, at, centerId, appointmentId, professionalId, serviceId, patientId, ...people } = await buildSession()
    const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs)
    const next = { centerId, professionalId, serviceId, patientId, startsAt: inDays(7) }
    const { appointmentId: nextId } = await buildAppointment(platform, next)
    await buildAppointment(platform, { ...people.colleagueService, patientId, startsAt: inDays(3) })
    const beside = await me.beside(at)
    expect(beside.next?.appointmentId).toBe(nextId)
    expect(beside.due.map((due) => due.appointmentId)).toEqual([appointmentId, at.appointmentId])
    expect(beside.dueCents).toBe(beside.due.reduce((sum, { dueCents }) => sum + dueCents, 0))
    expect(beside.dueCents).toBeGreaterThan(0)
  })

  test('of a dependant has nothing of the guardian', async () => {
    const { me, at, professionalId, serviceId, patientId, centerId } = await buildSession()
    const details = { fullName: 'Mateo Pérez', birthDate: '2015-03-05', relation: 'hijo' }
    const { id: dependantId } = await createDependant(platform, { userId: patientId, details })
    const visit = async (days: number) => {
      const startsAt = new Date(clock.now().getTime() - days * dayMs)
      const made = { centerId, professionalId, serviceId, patientId, startsAt, status: 'completed' } as const
      const { appointmentId } = await buildAppointment(platform, made)
      await db.updateTable('appointments').set({ dependant_id: dependantId }).where('id', '=', appointmentId).execute()
      await me.write({ centerId, appointmentId, ...empty, notes: `De Mateo ${days}`, after: 0 })
      return { centerId, appointmentId }
    }
    const [last] = [await visit(5), await visit(6)]
    expect((await me.timeline(at)).items).toEqual([])
    expect((await me.timeline(last)).items).toMatchObject([{ versions: [{ notes: 'De Mateo 6' }] }])
  })
})
