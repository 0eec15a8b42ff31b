import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { resetUnverifiedAccount } from '#server/processes/reset-account.ts'
import { later } from '#server/testing/booking.ts'
import { buildAppointment, verifyEmail } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { insertDecision, listDecisions } from './repository/consents.ts'
import { decideConsent } from './usecases/decide-consent.ts'
import { readRecord } from './usecases/read-record.ts'

const platform = await testPlatform()
const { db, clock } = platform

/** A patient with a record who lets a colleague read it, and a dependant without a record about whom the colleague has asked. */
async function buildConsents() {
  const record = await buildRecord(platform)
  const { patientId, colleague, colleagueService, centerId, appointmentId } = record
  const { professionalId } = colleagueService
  await verifyEmail(platform, { userId: patientId })
  const details = { fullName: 'Mateo Pérez', birthDate: '2019-04-01', relation: 'hijo' }
  const { id: dependantId } = await createDependant(platform, { userId: patientId, details })
  const upcoming = await buildAppointment(platform, { ...colleagueService, patientId, startsAt: later(86_400_000) })
  await db
    .updateTable('appointments')
    .set({ dependant_id: dependantId })
    .where('id', '=', upcoming.appointmentId)
    .execute()
  const decide = (decision: 'requested' | 'given', about: string | null) => {
    const row = { patientId, dependantId: about, professionalId, readerId: colleague, decision, now: clock.now() }
    return db.transaction().execute((tx) => insertDecision(tx, row))
  }
  await decide('given', null)
  await decide('requested', dependantId)
  clock.advance(1000)
  const read = () => readRecord(platform, { userId: colleague, centerId, appointmentId })
  const decisions = async () => (await listDecisions(db, { patientId })).map(({ decision }) => decision)
  return { ...record, professionalId, dependantId, decide, read, decisions }
}

async function deletePatient(userId: string): Promise<void> {
  const { id: sessionId } = await openSession(platform, userId)
  await deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null })
}

const adopt = (userId: string) =>
  db.transaction().execute((tx) => resetUnverifiedAccount(tx, { platform, userId, now: clock.now() }))

const ends = { 'the patient deletes the account': deletePatient, 'the owner of the address adopts the account': adopt }

test.each(Object.entries(ends))(
  'when %s, consents end, those beside a record stay as evidence, and the others are deleted',
  async (_, end) => {
    const { patientId, read, decisions } = await buildConsents()
    expect(await read()).toMatchObject({ can: { write: false } })
    await end(patientId)
    expect(await decisions()).toEqual(['given', 'withdrawn'])
    await expect(read()).rejects.toEqual(withCode('appointments.not_found'))
  },
)

test('a deleted account decides nothing, whichever program writes the decision', async () => {
  const { patientId, professionalId, colleague, decide } = await buildConsents()
  await deletePatient(patientId)
  await expect(decide('given', null)).rejects.toThrow(/deleted account/)
  await expect(decide('requested', null)).rejects.toThrow(/deleted account/)
  const decision = { userId: patientId, professionalId, readerId: colleague, dependantId: null, allowed: true }
  await expect(decideConsent(platform, decision)).rejects.toEqual(withCode('clinical_records.reader_not_found'))
})

test('a decision while the account is being deleted waits, and is then refused', async () => {
  const { patientId, professionalId, colleague, dependantId, decisions } = await buildConsents()
  const { id: sessionId } = await openSession(platform, patientId)
  const decision = { userId: patientId, professionalId, readerId: colleague, dependantId, allowed: true }
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  let decided: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, patientId)
    const deleted = deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
    await expect.poll(isWaiting).toBe(true)
    decided = Promise.allSettled([decideConsent(platform, decision), deleted])
  })
  expect(await decided).toMatchObject([
    { status: 'rejected', reason: { code: 'clinical_records.reader_not_found' } },
    { status: 'fulfilled' },
  ])
  expect(await decisions()).toEqual(['given', 'withdrawn'])
})

test('the database refuses an account that is deleted without ending its consents', async () => {
  const { patientId, dependantId } = await buildConsents()
  const markDeleted = () =>
    db
      .updateTable('profiles')
      .set({
        status: 'deleted',
        deleted_at: clock.now(),
        full_name: 'Cuenta eliminada',
        email: `${patientId}@deleted.invalid`,
      })
      .set({ phone: null, address: null, emergency_contact: null, avatar_url: null })
      .where('id', '=', patientId)
      .execute()
  await expect(markDeleted()).rejects.toThrow(/consents/)
  await sql`delete from clinical_record_consents where attendee_id = ${dependantId}`.execute(db)
  await expect(markDeleted()).rejects.toThrow(/consents/)
})

test('the database deletes the decisions about a person without a record only together', async () => {
  const { patientId, dependantId, decide } = await buildConsents()
  const deleteWhere = (decision: string) =>
    sql`delete from clinical_record_consents where attendee_id = ${dependantId} and decision = ${decision}`.execute(db)
  await decide('given', dependantId)
  await expect(deleteWhere('given')).rejects.toThrow(/together/)
  await expect(sql`delete from clinical_record_consents where attendee_id = ${patientId}`.execute(db)).rejects.toThrow(
    /never changed/,
  )
  await sql`delete from clinical_record_consents where attendee_id = ${dependantId}`.execute(db)
})
