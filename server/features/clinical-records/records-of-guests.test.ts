import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateGuest } from '#server/features/contacts/usecases/update-guest.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { removeGuest } from '#server/processes/remove-guest.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildTreatment } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'
import { purgeRecords } from './usecases/keep-identities.ts'
import { writeRecord } from './usecases/write-record.ts'

const platform = await testPlatform()
const { db, clock } = platform
const as = (userId: string) => clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** The desk booked the appointment for the guest. */
async function giveTo({ db }: typeof platform, { appointmentId, guestId }: { appointmentId: string; guestId: string }) {
  await db
    .updateTable('appointments')
    .set({
      patient_id: null,
      guest_id: guestId,
      booked_by: 'center',
      agreed_professional_id: null,
      agreed_starts_at: null,
      agreed_at: null,
    })
    .where('id', '=', appointmentId)
    .execute()
}

/** A completed appointment of a person without an account, with the professional's account and the other people of the centre. */
async function buildGuestVisit(on = platform) {
  const { db, clock } = on
  const practice = await buildTreatment(on)
  const { centerId, appointmentId } = practice
  const guestId = newId()
  const now = clock.now()
  const guest = {
    id: guestId,
    center_id: centerId,
    full_name: 'Rosa Luna',
    phone: '098 333 444',
    email: 'rosa@ejemplo.uy',
  }
  await db
    .insertInto('guests')
    .values({ ...guest, created_at: now, updated_at: now })
    .execute()
  await giveTo(on, { appointmentId, guestId })
  return { ...practice, guestId, at: { centerId, appointmentId }, me: as(practice.professional) }
}

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

describe('the record of a person without an account', () => {
  test('is drafted, written, corrected and kept with working notes by the professional of the visit, and every access is logged', async () => {
    const { me, at } = await buildGuestVisit()
    expect(await me.get(at)).toMatchObject({
      patientName: 'Rosa Luna',
      notWritable: null,
      can: { write: true, draft: true, keepWorkingNote: true, askConsent: false },
    })
    const { draft } = await me.saveDraft({ ...at, diagnosis: '', notes: 'Llega con dolor', version: null })
    expect(await me.drafts({ centerId: at.centerId })).toMatchObject({ items: [{ patientName: 'Rosa Luna' }] })
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0, draft: draft?.version ?? null })
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: 'Mejora.', after: 1 })
    await me.saveWorkingNote({ ...at, notes: 'Preguntar por el trabajo.', version: null })
    const { versions, workingNote } = await me.get(at)
    expect(versions.map(({ notes, writtenAs }) => [notes, writtenAs])).toEqual([
      ['', null],
      ['Mejora.', null],
    ])
    expect(workingNote).toMatchObject({ notes: 'Preguntar por el trabajo.' })
    expect(await accessesOf(at.appointmentId)).toEqual([
      'write record treatment',
      'write record treatment',
      'write working_note treatment',
      'read record treatment',
      'read working_note treatment',
    ])
  })

  test('is read by the professional of the visit alone: no colleague, reception, owner or other centre', async () => {
    const { me, at, colleague, reception, owner } = await buildGuestVisit()
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0 })
    const elsewhere = await buildTreatment(platform)
    expect(await codeOf(as(colleague).get(at))).toBe('appointments.not_found')
    expect(await codeOf(as(reception).get(at))).toBe('clinical_records.professional_only')
    expect(await codeOf(as(owner).get(at))).toBe('clinical_records.professional_only')
    expect(await codeOf(as(elsewhere.professional).get(at))).toBe('centers.not_found')
    expect(await codeOf(me.requestConsent(at))).toBe('clinical_records.no_account')
  })

  test('a colleague who attends the same person reads nothing of it, also in the timeline', async () => {
    const { me, at, guestId, colleague, colleagueService } = await buildGuestVisit()
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0 })
    const startsAt = new Date(clock.now().getTime() - 5 * dayMs)
    const other = await buildAppointment(platform, { ...colleagueService, status: 'completed', startsAt })
    await giveTo(platform, { appointmentId: other.appointmentId, guestId })
    const ofColleague = { centerId: at.centerId, appointmentId: other.appointmentId }
    expect(await as(colleague).timeline(ofColleague)).toEqual({ items: [], nextCursor: null })
    expect(await codeOf(as(colleague).get(at))).toBe('appointments.not_found')
  })

  test('keeps the identity, sealed, once the guest is removed; nothing is added, private notes go, and it ends with the legal term', async () => {
    const { me, at, guestId, reception } = await buildGuestVisit()
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0 })
    await me.saveWorkingNote({ ...at, notes: 'Preguntar por el trabajo.', version: null })
    await removeGuest(platform, { userId: reception, centerId: at.centerId, guestId })
    expect(await me.get(at)).toMatchObject({
      patientName: 'Rosa Luna',
      notWritable: 'person_gone',
      workingNote: null,
      versions: [{ diagnosis: 'Lumbalgia' }],
      can: { write: false, draft: false, keepWorkingNote: false },
    })
    expect(await codeOf(me.write({ ...at, diagnosis: 'Ciática', notes: '', after: 1 }))).toBe(
      'clinical_records.person_gone',
    )
    expect(await codeOf(me.saveDraft({ ...at, diagnosis: '', notes: 'Otra', version: null }))).toBe(
      'clinical_records.person_gone',
    )
    const identities = await db.selectFrom('clinical_record_identities').selectAll().execute()
    expect(JSON.stringify(identities)).not.toContain('Rosa')
  })

  test('is deleted once the legal term after the removal ends', async () => {
    // The database compares with its own clock, so the term of seven years has to end in the past.
    const past = await testPlatform({ start: new Date('2019-03-05T12:00:00Z') })
    const { at, guestId, reception, professional } = await buildGuestVisit(past)
    const content = { diagnosis: 'Lumbalgia', notes: '' }
    await writeRecord(past, { userId: professional, ...at, content, after: 0 })
    await removeGuest(past, { userId: reception, centerId: at.centerId, guestId })
    const versions = () => past.db.selectFrom('clinical_record_versions').select('id').execute()
    past.clock.set(new Date('2026-03-04T12:00:00Z'))
    await purgeRecords(past)
    expect(await versions()).toHaveLength(1)
    past.clock.set(new Date('2026-03-06T12:00:00Z'))
    await purgeRecords(past)
    expect(await versions()).toEqual([])
  })

  test('keeps the identity, sealed, when the whole centre closes', async () => {
    const { me, at, guestId, owner } = await buildGuestVisit()
    await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0 })
    const { id: sessionId } = await openSession(platform, owner)
    await deleteAccount(platform, { actor: { userId: owner, sessionId }, currentPassword: null })
    const identity = db.selectFrom('clinical_record_identities').where('attendee_id', '=', guestId).select('patient_id')
    expect(await identity.execute()).toEqual([{ patient_id: null }])
  })

  test('the database refuses a version about a removed guest', async () => {
    const { at, guestId, professional, professionalId } = await buildGuestVisit()
    await db.updateTable('guests').set({ removed_at: clock.now() }).where('id', '=', guestId).execute()
    const insert = sql`insert into clinical_record_versions
      (id, appointment_id, version, author_id, professional_id, written_at, key_id, nonce, sealed)
      values (${newId()}, ${at.appointmentId}, 1, ${professional}, ${professionalId}, ${clock.now()}, 'k', ${Buffer.alloc(12)}, ${Buffer.alloc(20)})`
    await expect(insert.execute(db)).rejects.toMatchObject({ constraint: 'clinical_record_versions_completed' })
  })
})

test('a guest of whose record a professional has begun a note is not removed until it is saved or discarded', async () => {
  const { me, at, guestId, reception } = await buildGuestVisit()
  const removal = { userId: reception, centerId: at.centerId, guestId }
  const { draft } = await me.saveDraft({ ...at, diagnosis: '', notes: 'Llega con dolor', version: null })
  await me.saveWorkingNote({ ...at, notes: 'Preguntar por el trabajo.', version: null })
  expect(await codeOf(removeGuest(platform, removal))).toBe('contacts.has_draft')
  await me.write({ ...at, diagnosis: 'Lumbalgia', notes: '', after: 0, draft: draft?.version ?? null })
  await removeGuest(platform, removal)
  // The row stays for the record, and gets no other person.
  const next = { fullName: 'Juan Nuevo', phone: '099 777 888', email: '', note: '' }
  expect(await codeOf(updateGuest(platform, { ...removal, ...next }))).toBe('contacts.not_found')
})
