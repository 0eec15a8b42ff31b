import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { replaceUnrecognizedAccount } from '#server/processes/reset-account.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildMember, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'
import { listDecisions } from './repository/consents.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const as = (userId: string) => clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** A recorded patient, whose address is verified, with an upcoming appointment with a colleague of the professional who wrote the record. */
async function buildColleague() {
  platform.clock.set(start)
  const record = await buildRecord(platform)
  const { patientId, colleagueService, centerId } = record
  await verifyEmail(platform, { userId: patientId })
  const { appointmentId } = await buildAppointment(platform, { ...colleagueService, patientId, startsAt: monday })
  const own = { centerId, appointmentId }
  const decide = (allowed: boolean) =>
    as(patientId).decideConsent({
      professionalId: colleagueService.professionalId,
      readerId: record.colleague,
      dependantId: null,
      allowed,
    })
  const read = () => as(record.colleague).get({ centerId, appointmentId: record.appointmentId })
  return { ...record, own, decide, read }
}

async function noticesTo(userId: string) {
  const notifications = await platform.db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['title', 'message', 'href'])
    .execute()
  const mails = await platform.db
    .selectFrom('outbound_mails')
    .innerJoin('users', 'users.email', 'recipient')
    .where('users.id', '=', userId)
    .where('kind', 'like', 'clinical_records.%')
    .select('kind')
    .execute()
  return { notifications, kinds: mails.map(({ kind }) => kind) }
}

test('a professional asks once, the patient is told, and the consent opens the record until the patient withdraws it', async () => {
  const { colleague, patientId, own, decide, read } = await buildColleague()
  expect((await as(colleague).timeline(own)).items).toEqual([])
  expect(await as(colleague).get(own)).toMatchObject({
    can: { askConsent: true },
    consentRequestedAt: null,
  })
  expect(await codeOf(read())).toBe('appointments.not_found')
  await as(colleague).requestConsent(own)
  expect(await as(colleague).requestConsent(own)).toMatchObject({ consentRequestedAt: start.toISOString() })
  expect(await codeOf(read())).toBe('appointments.not_found')
  expect((await noticesTo(patientId)).kinds).toEqual(['clinical_records.consent_request'])

  const { items } = await as(patientId).readers()
  expect(items.map(({ professionalName, status }) => [professionalName, status])).toContainEqual([
    'Ana Suárez',
    'requested',
  ])
  platform.clock.advance(1000)
  expect(await decide(true)).toMatchObject({ status: 'given' })
  expect(await read()).toMatchObject({ versions: [{ diagnosis: 'Lumbalgia mecánica' }], can: { write: false } })
  expect((await as(colleague).timeline(own)).items).toHaveLength(1)
  expect((await noticesTo(colleague)).notifications).toMatchObject([
    { title: 'Te dieron permiso para leer una historia clínica' },
  ])

  platform.clock.advance(1000)
  expect(await decide(false)).toMatchObject({ status: 'none' })
  expect(await codeOf(read())).toBe('appointments.not_found')
  expect(await codeOf(as(colleague).requestConsent(own))).toBe('clinical_records.consent_refused')
  expect((await listDecisions(platform.db, { patientId })).map(({ decision }) => decision)).toEqual([
    'requested',
    'given',
    'withdrawn',
  ])
})

test('the patient gives consent unasked, and declines a request, after which the professional waits 30 days', async () => {
  const { colleague, own, decide, read, patientId } = await buildColleague()
  await decide(true)
  await read()
  await decide(false)
  platform.clock.set(new Date(start.getTime() + 31 * dayMs))
  await as(colleague).requestConsent(own)
  platform.clock.advance(1000)
  expect(await decide(false)).toMatchObject({ status: 'none' })
  expect(await codeOf(as(colleague).requestConsent(own))).toBe('clinical_records.consent_refused')
  expect((await listDecisions(platform.db, { patientId })).at(-1)?.decision).toBe('declined')
})

test('the consent belongs to the account that had it, and not to the next account of the same professional', async () => {
  const { colleague, centerId, appointmentId, colleagueService, decide, read } = await buildColleague()
  await decide(true)
  await read()
  await platform.db.deleteFrom('center_members').where('user_id', '=', colleague).execute()
  const { professionalId } = colleagueService
  const next = (await buildMember(platform, { centerId, role: 'professional', professionalId, since: start })).userId
  expect(await codeOf(as(next).get({ centerId, appointmentId }))).toBe('appointments.not_found')
  expect(await codeOf(read())).toBe('centers.not_found')
})

test('when the owner links another account to the professional, the patient decides again, and no decision passes to it', async () => {
  const { colleague, centerId, patientId, appointmentId, colleagueService, decide, read } = await buildColleague()
  const { professionalId } = colleagueService
  const listed = async () =>
    (await as(patientId).readers()).items
      .filter((reader) => reader.professionalId === professionalId)
      .map(({ readerId, readerName, worksSince, status }) => ({ readerId, readerName, worksSince, status }))
  const rename = (id: string, full_name: string) =>
    platform.db.updateTable('profiles').set({ full_name }).where('id', '=', id).execute()
  await rename(colleague, 'Bruno Ríos')
  await decide(true)
  const [before] = await listed()
  expect(before).toMatchObject({ readerId: colleague, readerName: 'Bruno Ríos', status: 'given' })
  await read()

  platform.clock.advance(1000)
  await platform.db.deleteFrom('center_members').where('user_id', '=', colleague).execute()
  const since = platform.clock.now()
  const next = (await buildMember(platform, { centerId, role: 'professional', professionalId, since })).userId
  await rename(next, 'Carla Méndez')
  const nextReads = () => codeOf(as(next).get({ centerId, appointmentId }))
  expect(await nextReads()).toBe('appointments.not_found')
  expect(await listed()).toEqual([
    { readerId: next, readerName: 'Carla Méndez', worksSince: since.toISOString(), status: 'none' },
  ])
  // The patient's page still shows the former account.
  expect(await codeOf(decide(true))).toBe('clinical_records.reader_not_found')
  expect(await nextReads()).toBe('appointments.not_found')

  platform.clock.advance(1000)
  const decideNext = (allowed: boolean) =>
    as(patientId).decideConsent({ professionalId, readerId: next, dependantId: null, allowed })
  expect(await decideNext(true)).toMatchObject({ readerId: next, status: 'given' })
  expect(await nextReads()).toBeUndefined()
  // Withdrawing the former account's consent leaves the one of the new account.
  platform.clock.advance(1000)
  expect(await decide(false)).toMatchObject({ readerId: colleague, readerName: 'Bruno Ríos', status: 'none' })
  expect(await nextReads()).toBeUndefined()
  const decisions = await listDecisions(platform.db, { patientId })
  expect(decisions.map(({ decision, readerName }) => `${decision} ${readerName}`)).toEqual([
    'given Bruno Ríos',
    'given Carla Méndez',
    'withdrawn Bruno Ríos',
  ])
})

test('while the professional is inactive nothing is read, and the patient still sees and withdraws the consent', async () => {
  const { patientId, colleagueService, decide, read } = await buildColleague()
  await decide(true)
  const setActive = (isActive: boolean) =>
    platform.db
      .updateTable('professionals')
      .set({ is_active: isActive })
      .where('id', '=', colleagueService.professionalId)
      .execute()
  await setActive(false)
  expect(await codeOf(read())).toBe('appointments.not_found')
  const { professionalId } = colleagueService
  expect((await as(patientId).readers()).items).toContainEqual(
    expect.objectContaining({ professionalId, status: 'paused' }),
  )
  await setActive(true)
  expect(await codeOf(read())).toBeUndefined()
  await setActive(false)
  platform.clock.advance(1000)
  expect(await decide(false)).toMatchObject({ status: 'none' })
  expect(await decide(false)).toMatchObject({ status: 'none' })
  await setActive(true)
  expect(await codeOf(read())).toBe('appointments.not_found')
})

test('a consent ends with the membership: the account that is invited again needs a new one', async () => {
  const { centerId, colleague, patientId, colleagueService, decide, read } = await buildColleague()
  const { professionalId } = colleagueService
  await decide(true)
  platform.clock.advance(1000)
  await platform.db.deleteFrom('center_members').where('user_id', '=', colleague).execute()
  expect((await as(patientId).readers()).items.map((reader) => reader.professionalId)).not.toContain(professionalId)
  const member = {
    user_id: colleague,
    center_id: centerId,
    member_role: 'professional',
    professional_id: professionalId,
  }
  await platform.db
    .insertInto('center_members')
    .values({ ...member, created_at: platform.clock.now() })
    .execute()
  expect(await codeOf(read())).toBe('appointments.not_found')
  platform.clock.advance(1000)
  expect(await decide(true)).toMatchObject({ status: 'given' })
  expect(await codeOf(read())).toBeUndefined()
  await platform.db.deleteFrom('center_members').where('user_id', '=', colleague).execute()
  platform.clock.advance(1000)
  expect(await decide(false)).toMatchObject({ status: 'none' })
  expect((await listDecisions(platform.db, { patientId })).map(({ decision }) => decision)).toEqual([
    'given',
    'given',
    'withdrawn',
  ])
})

test('a consent needs a verified address, and ends with the dependants when its owner says «No fui yo»', async () => {
  const { patientId, colleagueService, decide, read } = await buildColleague()
  const { db, clock } = platform
  const stranger = await buildColleague()
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', stranger.patientId).execute()
  expect(await codeOf(stranger.decide(true))).toBe('clinical_records.email_unverified')

  // A consent from before this rule, and a dependant with an appointment and one without.
  await decide(true)
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', patientId).execute()
  const dependant = (fullName: string) =>
    createDependant(platform, { userId: patientId, details: { fullName, birthDate: '2019-04-01', relation: 'hijo' } })
  const { id: named } = await dependant('Mateo Pérez')
  await dependant('Sofía Pérez')
  const startsAt = later(dayMs)
  const { appointmentId } = await buildAppointment(platform, { ...colleagueService, patientId, startsAt })
  await db.updateTable('appointments').set({ dependant_id: named }).where('id', '=', appointmentId).execute()
  clock.advance(1000)
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, patientId)
    if (user) await replaceUnrecognizedAccount(tx, { platform, user, now: clock.now() })
  })
  expect(await codeOf(read())).toBe('appointments.not_found')
  expect((await listDecisions(db, { patientId })).map(({ decision }) => decision)).toEqual(['given', 'withdrawn'])
  const left = db
    .selectFrom('dependants')
    .where('guardian_id', '=', patientId)
    .select(['id', 'full_name', 'removed_at'])
  expect(await left.execute()).toEqual([{ id: named, full_name: 'Persona a cargo', removed_at: clock.now() }])
})

test('a centre asks a patient once in 30 days, whichever of its professionals asks, also at the same time', async () => {
  const { centerId, patientId, colleague, own } = await buildColleague()
  const other = await buildService(platform, { centerId })
  const { professionalId } = other
  const account = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const startsAt = later(dayMs)
  const { appointmentId } = await buildAppointment(platform, { ...other, patientId, startsAt })
  const outcomes = await Promise.all([
    codeOf(as(colleague).requestConsent(own)),
    codeOf(as(account).requestConsent({ centerId, appointmentId })),
  ])
  expect(outcomes.filter((code) => code === undefined)).toHaveLength(1)
  expect(outcomes).toContain('clinical_records.consent_requested')
  expect((await noticesTo(patientId)).kinds).toEqual(['clinical_records.consent_request'])
  const direct = sql`insert into clinical_record_consents
    (id, patient_id, professional_id, reader_id, decision, decided_by, decided_at)
    values (${newId()}, ${patientId}, ${professionalId}, ${account}, 'requested', ${account}, ${start})`
  await expect(direct.execute(platform.db)).rejects.toThrow(/may not ask/)
})

test('a professional asks only about an appointment that the patient booked or accepted, and not after a block', async () => {
  const { centerId, patientId, colleague, colleagueService, own } = await buildColleague()
  const { appointmentId } = await buildAppointment(platform, { ...colleagueService, patientId, startsAt: later(dayMs) })
  const byDesk = { booked_by: 'center', agreed_at: null, agreed_starts_at: null, agreed_professional_id: null }
  await platform.db.updateTable('appointments').set(byDesk).where('id', '=', appointmentId).execute()
  const unaccepted = { centerId, appointmentId }
  expect(await as(colleague).get(unaccepted)).toMatchObject({ can: { askConsent: false } })
  expect(await codeOf(as(colleague).requestConsent(unaccepted))).toBe('clinical_records.consent_not_needed')

  const started = await startConversation(platform, { userId: patientId, recipientId: centerId })
  await setBlocked(platform, { userId: patientId, conversationId: started.id, isBlocked: true })
  expect(await codeOf(as(colleague).requestConsent(own))).toBe('clinical_records.blocked_by_patient')
  expect((await noticesTo(patientId)).kinds).toEqual([])
})

test.each(['suspended', 'revoked'])('a professional of a centre that staff %s asks for nothing', async (state) => {
  const { centerId, patientId, colleague, own } = await buildColleague()
  const suspended = { status: 'suspended', suspended_until: later(dayMs), suspension_reason: 'Prueba.' } as const
  if (state === 'suspended')
    await platform.db.updateTable('profiles').set(suspended).where('id', '=', centerId).execute()
  else await platform.db.updateTable('center_profiles').set({ approved_at: null }).where('id', '=', centerId).execute()
  expect(await as(colleague).get(own)).toMatchObject({ can: { askConsent: false } })
  expect(await codeOf(as(colleague).requestConsent(own))).toBe('clinical_records.closed_by_staff')
  expect((await noticesTo(patientId)).kinds).toEqual([])
})

test('a request names the centre, the account by its own name, and since when the account works there', async () => {
  const { patientId, colleague, own } = await buildColleague()
  await platform.db.updateTable('profiles').set({ full_name: 'Bruno Ríos' }).where('id', '=', colleague).execute()
  await as(colleague).requestConsent(own)
  const text =
    'Bruno Ríos, que trabaja en Centro Rambla como Ana Suárez desde el 20 de noviembre de 2025, te pide permiso para leer tu historia clínica en ese centro.'
  expect((await noticesTo(patientId)).notifications).toMatchObject([{ message: text }])
})

test('a patient decides only about professionals of the centres where they have a record', async () => {
  const { colleague, colleagueService } = await buildColleague()
  const elsewhere = await buildColleague()
  const { professionalId } = colleagueService
  const decision = { professionalId, readerId: colleague, dependantId: null, allowed: true }
  expect(await codeOf(as(elsewhere.patientId).decideConsent(decision))).toBe('clinical_records.reader_not_found')
  expect(await codeOf(elsewhere.decide(true))).toBeUndefined()
})

test('the first reading of what another professional wrote is told once, to two requests at the same time as well', async () => {
  const { patientId, professional, decide, read, centerId, appointmentId } = await buildColleague()
  await as(professional).get({ centerId, appointmentId })
  expect(await noticesTo(patientId)).toEqual({ notifications: [], kinds: [] })
  await decide(true)
  await Promise.all([read(), read()])
  await read()
  const { notifications, kinds } = await noticesTo(patientId)
  expect(kinds).toEqual(['clinical_records.first_reading'])
  expect(notifications).toMatchObject([
    {
      title: 'Un profesional leyó tu historia clínica por primera vez',
      message: 'Ana Suárez, de Centro Rambla, leyó por primera vez tu historia clínica.',
      href: `/dashboard?tab=history&appointment=${appointmentId}&act=record`,
    },
  ])
})

test('the database refuses the log of a reading to which the account has no right, and a change of a decision', async () => {
  const { colleague, appointmentId, colleagueService, decide } = await buildColleague()
  const log = (reason: string) =>
    sql`insert into clinical_record_accesses
      (id, appointment_id, user_id, professional_id, action, reason, accessed_at)
      values (${newId()}, ${appointmentId}, ${colleague}, ${colleagueService.professionalId}, 'read', ${reason}, now())`.execute(
      platform.db,
    )
  for (const reason of ['treatment', 'continuity', 'consent']) {
    await expect(log(reason), reason).rejects.toThrow(/may not reach the record/)
  }
  await decide(true)
  await log('consent')
  await expect(sql`update clinical_record_consents set decision = 'given'`.execute(platform.db)).rejects.toThrow(
    /never changed/,
  )
})

test('a request while the patient deletes the account waits for the deletion, instead of failing with it as a deadlock', async () => {
  const { colleague, patientId, own } = await buildColleague()
  const waiting = () =>
    sql<{ waiting: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(platform.db)
  let request: Promise<string | undefined> | undefined
  await platform.db.transaction().execute(async (tx) => {
    await lockUser(tx, patientId)
    request = codeOf(as(colleague).requestConsent(own))
    await expect.poll(async () => (await waiting()).rows[0]?.waiting).toBe(true)
    await sql`select from profiles where id = ${patientId} for update`.execute(tx)
  })
  expect(await request).toBeUndefined()
})
