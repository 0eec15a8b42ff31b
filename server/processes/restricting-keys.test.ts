import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { correctPoints } from '#server/features/accounts/usecases/correct-points.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { purgeAbandoned } from '#server/features/auth/usecases/purge-abandoned.ts'
import { savePrivateNote } from '#server/features/clinical-records/usecases/private-notes.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildCenter } from '#server/testing/builders.ts'
import { buildTreatment } from '#server/testing/clinical-records.ts'
import { findTexts } from '#server/testing/find-texts.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { buildOwnCenter } from '#server/testing/own-center.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildRedemption } from '#server/testing/promotions.ts'
import { buildSignedIn, openSession } from '#server/testing/signed-in.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'
import { deleteAccount } from './delete-account.ts'
import { replaceUnrecognizedAccount, resetUnverifiedAccount } from './reset-account.ts'

// A foreign key without «on delete» refuses a deletion while its row exists. This sweep reads all such keys from the catalog,
// lets one row of each refer to an account and its pending centre, and then deletes the account in every way that exists.

const platform = await testPlatform()
const { db, clock } = platform

type Key = { table: string; column: string; target: string }

/** The rows of these tables disappear with an account or a centre. */
const deletedTables = ['users', 'profiles', 'center_profiles', 'professionals', 'guests', 'services', 'promotions']

/** `targets`: the tables to whose rows the keys refer. `actions`: what happens to the referring row. */
async function listKeys({ targets, actions }: { targets: string[]; actions: string[] }): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as target
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = any(${actions}) and connamespace = 'public'::regnamespace
      and array_length(conkey, 1) = 1 and confrelid::regclass::text = any(${targets})
      -- The profile of an account has its id, and goes with it.
      and not (conrelid::regclass::text = 'profiles' and attname = 'id')
      and not (conrelid::regclass::text = 'center_profiles' and attname = 'id')
    order by 1, 2`.execute(db)
  return rows
}

const keys = await listKeys({ targets: deletedTables, actions: ['a', 'r'] })
/**
 * Every column that says whose a row is, whatever happens to it. The user of a visitor is no account: no address and no sign-in ever
 * belong to it.
 */
const keysOfAccounts = (await listKeys({ targets: ['users', 'profiles'], actions: ['a', 'r', 'c', 'n', 'd'] })).filter(
  ({ table }) => table !== 'visitors',
)

beforeAll(async () => {
  for (const build of Object.values(foreignRows)) await build(platform)
  await buildWholePerson(platform, { tag: 'Otr', password: 'una-clave-larga' })
  await buildRareRows()
}, 300_000)

/** Rows of tables that the builders above leave empty. */
async function buildRareRows(): Promise<void> {
  const now = clock.now()
  const moderator = actorOf(['moderator'], (await buildAccount(platform)).userId)
  const { appointmentId, centerId, professionalId, patientId } = await buildAppointment(platform, {
    status: 'completed',
  })
  const consent = { id: newId(), patient_id: patientId, professional_id: professionalId, reader_id: moderator.userId }
  await db
    .insertInto('clinical_record_consents')
    .values({ ...consent, decision: 'given', decided_by: patientId, decided_at: now })
    .execute()
  const { professional, ...treatment } = await buildTreatment(platform)
  await savePrivateNote(platform, {
    ...{ userId: professional, centerId: treatment.centerId, appointmentId: treatment.appointmentId },
    ...{ kind: 'working_note', content: { diagnosis: '', notes: 'Preguntar por el trabajo.' }, version: null },
  })
  const correction = { userId: patientId, points: 5, reason: 'Faltaban puntos', movementId: newId() }
  await correctPoints(platform, { actor: moderator, ...correction })
  await db
    .insertInto('commission_settlements')
    .values({
      ...{ id: newId(), center_id: centerId, reference: 'Giro 1', commission_count: 1, total_amount: 1 },
      ...{ settled_by: moderator.userId, created_at: now },
    })
    .execute()
  await db
    .insertInto('removed_reviews')
    .values({
      ...{ id: newId(), appointment_id: appointmentId, center_id: centerId, professional_id: professionalId },
      ...{ patient_id: patientId, rating: 5, comment: 'Muy buena', created_at: now, removed_at: now },
    })
    .execute()
  await db
    .insertInto('telehealth_consents')
    .values({
      ...{ id: newId(), appointment_id: appointmentId, user_id: patientId, decision: 'given', text_version: '1' },
      decided_at: now,
    })
    .execute()
  await db
    .insertInto('dismissed_reminders')
    .values({ user_id: patientId, appointment_id: appointmentId, kind: 'review', dismissed_at: now })
    .execute()
  const { id: sessionId } = await openSession(platform, patientId)
  await db
    .insertInto('push_subscriptions')
    .values({
      ...{ id: newId(), user_id: patientId, session_id: sessionId, endpoint: `https://push.example/${newId()}` },
      ...{ p256dh: 'key', auth: 'auth', public_key: 'key', created_at: now },
    })
    .execute()
  await db
    .insertInto('link_redemptions')
    .values({
      ...{ token_hash: newId(), browser_hash: newId(), user_id: patientId, kind: 'recovery', answer: 'mine' },
      ...{ session_id: sessionId, chooses_password: true, expires_at: now },
    })
    .execute()
  const handedOver = await buildRedemption(platform, { userId: patientId, providerId: null })
  await db
    .updateTable('reward_redemptions')
    .set({ status: 'used', used_at: now, handed_over_by: moderator.userId })
    .where('id', '=', handedOver)
    .execute()
  const [exported, reminded] = [
    { exported_by: moderator.userId, exported_at: now },
    { sent_by: patientId, sent_at: now },
  ]
  await db
    .insertInto('patient_exports')
    .values({ id: newId(), center_id: centerId, people: 1, ...exported })
    .execute()
  const series = { id: newId(), center_id: centerId, idempotency_key: newId(), rhythm: 'weekly', sessions: 2 }
  await db
    .insertInto('series')
    .values({ ...series, created_by: moderator.userId, created_at: now })
    .execute()
  await db
    .insertInto('debt_reminders')
    .values({ id: newId(), appointment_id: appointmentId, amount: 1, ...reminded })
    .execute()
  const report = { kind: 'review', subject_id: newId(), reported_by: patientId, reason: 'Es falsa', created_at: now }
  await db
    .insertInto('reports')
    .values({ id: newId(), ...report })
    .execute()
  await db
    .updateTable('appointments')
    .set({ discount_amount: 1, discount_payer: 'center', discount_taken_by: moderator.userId })
    .where('id', '=', appointmentId)
    .execute()
  const { id: actionId } = await db.selectFrom('moderation_actions').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('measure_answers')
    .values({ measure_id: actionId, user_id: patientId, text: 'No estoy de acuerdo', answered_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('clinical_record_identities')
    .values({
      ...{ attendee_id: patientId, patient_id: patientId, key_id: 'test', closed_at: now },
      ...{ keep_until: new Date(now.getTime() + 5000 * dayMs), nonce: Buffer.alloc(12), sealed: Buffer.alloc(32) },
    })
    .execute()
}

type Subject = { userId: string; sessionId: string; ids: Readonly<Record<string, string>> }

/** An unverified owner of a pending centre, with a team, a guest and a promotion. */
async function buildSubject(): Promise<Subject> {
  const { userId, sessionId } = await buildSignedIn(platform, { roles: ['center'] })
  const { professionalId, serviceId } = await buildOwnCenter(platform, { userId, tag: `S${newId().slice(-6)}` })
  const now = clock.now()
  const guestId = newId()
  const guest = { id: guestId, center_id: userId, full_name: 'Rosa', created_at: now, updated_at: now }
  await db.insertInto('guests').values(guest).execute()
  const { promotionId } = await buildPromotion(platform, { centerId: userId })
  const pending = { approved_at: null, is_public: false, verified: false }
  await db.updateTable('center_profiles').set(pending).where('id', '=', userId).execute()
  const ids = {
    users: userId,
    profiles: userId,
    center_profiles: userId,
    professionals: professionalId,
    guests: guestId,
    services: serviceId,
    promotions: promotionId,
  }
  return { userId, sessionId, ids }
}

/** Lets one existing row of the key's table refer to the subject. @returns false when the table has no such row */
async function referTo({ table, column, target }: Key, { ids }: Subject): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Without triggers and foreign keys: what the row says besides does not matter here.
    await sql`set local session_replication_role = replica`.execute(tx)
    const [of, reference] = [sql.ref(column), sql.table(table)]
    const own = await sql`select from ${reference} where ${of} = ${ids[target]}::uuid limit 1`.execute(tx)
    if (own.rows.length > 0) return true
    if (table === 'clinical_record_consents') return insertConsent(tx, { column, id: ids[target] ?? '' })
    const past = table === 'appointments' ? sql`status = 'completed'` : sql`true`
    const { rows } = await sql`
      update ${reference} set ${of} = ${ids[target]}::uuid
      where ctid = (select ctid from ${reference} where ${of} is not null and ${of} <> ${ids[target]}::uuid and ${past} limit 1)
      returning 1 as changed`.execute(tx)
    return rows.length > 0
  })
}

/** Lets a row refer to the subject that names no account in this column. @returns false when no row may */
async function nameIn({ table, column, target }: Key, { ids }: Subject): Promise<boolean> {
  const [of, reference] = [sql.ref(column), sql.table(table)]
  const run = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql`
      update ${reference} set ${of} = ${ids[target]}::uuid
      where ctid = (select ctid from ${reference} where ${of} is null limit 1) returning 1 as changed`.execute(tx)
    return rows.length > 0
  })
  // A check may allow the column only together with others.
  return run.catch(() => false)
}

/** A copy of an existing consent in which one column refers to the subject: a check ties the person who decided to the others. */
async function insertConsent(tx: Tx, { column, id }: { column: string; id: string }): Promise<boolean> {
  const model = await tx.selectFrom('clinical_record_consents').selectAll().limit(1).executeTakeFirstOrThrow()
  const { attendee_id: _, ...values } = model
  const changed = { ...values, id: newId(), [column]: id }
  const isRequest = column === 'patient_id'
  await tx
    .insertInto('clinical_record_consents')
    .values({
      ...changed,
      patient_id: column === 'decided_by' ? id : changed.patient_id,
      decision: isRequest ? 'requested' : 'given',
      decided_by: isRequest ? changed.reader_id : column === 'decided_by' ? id : changed.patient_id,
    })
    .execute()
  return true
}

/** The owner of the address says that another person created the account. @returns the owner's account */
const replace = (userId: string) =>
  db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Error('no such account')
    return replaceUnrecognizedAccount(tx, { platform, user, now: clock.now() })
  })

const nameOf = ({ table, column }: Key) => `${table}.${column}`

test('the sweep has a row for every restricting foreign key', async () => {
  expect(keys.length).toBeGreaterThan(20)
  const subject = await buildSubject()
  const missing: string[] = []
  for (const key of keys) if (!(await referTo(key, subject))) missing.push(nameOf(key))
  expect(missing, 'build a row of these tables in server/testing/whole-person.ts or foreign-rows').toEqual([])
})

describe('an account to which a row of every restricting key refers', () => {
  const deletions: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
    'is deleted by its owner': ({ userId, sessionId }) =>
      deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null }),
    'is adopted by the owner of the address': ({ userId }) =>
      db.transaction().execute((tx) => resetUnverifiedAccount(tx, { platform, userId, now: clock.now() })),
    'is replaced by the owner of the address, who did not create it': ({ userId }) => replace(userId),
  }

  test.each(Object.entries(deletions))('%s', async (_, run) => {
    const subject = await buildSubject()
    for (const key of keys) await referTo(key, subject)
    await run(subject)
  })

  test.each(Object.entries(deletions))('%s, when only its promotion and its team refer to it', async (_, run) => {
    await run(await buildSubject())
  })

  test.each(Object.entries(deletions))('%s, when only the promotion of its centre refers to it', async (_, run) => {
    const { userId, sessionId } = await buildSignedIn(platform, { roles: ['center'] })
    await buildCenter(platform, { ownerId: userId, isPublic: false, isApproved: false, verified: false })
    await buildPromotion(platform, { centerId: userId })
    await run({ userId, sessionId, ids: {} })
  })

  const ofAccounts = keys.filter(({ target }) => ['users', 'profiles', 'center_profiles'].includes(target))
  test.each(ofAccounts.map((key) => [nameOf(key), key] as const))(
    'stays or is purged when %s alone refers to it',
    async (_, key) => {
      const subject = await buildSubject()
      const { userId } = subject
      const old = new Date(clock.now().getTime() - 60 * dayMs)
      await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
      const unused = { created_at: old, last_sign_in_at: null, email_verified_at: null }
      await db.updateTable('users').set(unused).where('id', '=', userId).execute()
      await referTo(key, subject)
      await purgeAbandoned(platform)
    },
  )
})

test('the owner of an address who did not create its account gets nothing of the person who did', async () => {
  await buildRareRows()
  const former = await buildSubject()
  const { userId: formerId } = former
  const missing: string[] = []
  for (const key of keysOfAccounts)
    if (!(await referTo(key, former)) && !(await nameIn(key, former))) missing.push(nameOf(key))
  expect(missing, 'build a row of these tables in server/testing/whole-person.ts or foreign-rows').toEqual([])
  const userId = await replace(formerId)
  expect(userId).not.toBe(formerId)
  // What an account is from its first moment on. Any other row would be the former person's.
  expect(await findTexts(platform, [userId])).toEqual([
    'identities.id',
    'identities.identity_data',
    'identities.provider_id',
    'identities.user_id',
    'profiles.id',
    'user_roles.user_id',
    'users.id',
  ])
  expect(await db.selectFrom('profiles').select('status').where('id', '=', formerId).execute()).toEqual([
    { status: 'deleted' },
  ])
})

/**
 * What still refers to an account after its deletion. The account keeps its empty row, so no `on delete cascade` runs, and
 * deletePersonalData() or the deletion's other steps delete whatever is not listed here.
 */
const keptReferences: readonly string[] = [
  // Visits, money and reviews stay without a name.
  'appointments.patient_id',
  'checkouts.patient_id',
  'reviews.patient_id',
  // Clinical records and acceptances are evidence for their legal term.
  'clinical_record_accesses.user_id',
  'clinical_record_consents.reader_id',
  'clinical_record_identities.patient_id',
  'clinical_record_versions.author_id',
  'telehealth_consents.user_id',
  'terms_acceptances.user_id',
  // What a member of a centre or of staff did stays recorded.
  'appointments.discount_taken_by',
  'commission_settlements.settled_by',
  'debt_reminders.sent_by',
  'moderation_actions.moderator_id',
  // The books of what was sold and paid.
  'packages.patient_id',
  'packages.sold_by',
  'guest_merges.merged_by',
  'patient_exports.exported_by',
  'patient_imports.imported_by',
  'patient_imports.undone_by',
  'payments.collected_by',
  'payments.refunded_by',
  'payments.undone_by',
  'points_transactions.corrected_by',
  'reward_redemptions.handed_over_by',
  'reviews.replied_by',
  'series.created_by',
  'till_closings.closed_by',
  'till_movements.member_id',
]

test('a deleted account keeps only the references that are listed, in any table', async () => {
  const subject = await buildSubject()
  for (const key of keysOfAccounts) if (!(await referTo(key, subject))) await nameIn(key, subject)
  await deleteAccount(platform, {
    actor: { userId: subject.userId, sessionId: subject.sessionId },
    currentPassword: null,
  })
  const kept: string[] = []
  for (const { table, column } of keysOfAccounts) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${subject.userId}::uuid limit 1`.execute(db)
    if (rows.length > 0) kept.push(`${table}.${column}`)
  }
  expect(kept.toSorted()).toEqual(keptReferences.toSorted())
})

test('the jobs that delete old rows run a year later', async () => {
  const later = await testPlatform()
  const { userId } = await buildWholePerson(later, { tag: 'Vie', password: 'una-clave-larga' })
  await buildOwnCenter(later, { userId: (await buildAccount(later, { userType: 'center' })).userId, tag: 'Cen' })
  later.clock.set(new Date(later.clock.now().getTime() + 800 * dayMs))
  const jobs: Job<object>[] = []
  for await (const file of glob('server/{features,platform,processes}/**/*.jobs.ts')) {
    const module = (await import(resolve(file))) as Record<string, readonly Job<object>[]>
    jobs.push(...Object.values(module).flat())
  }
  const deleting = jobs.filter(
    ({ name, cron }) => cron !== undefined && /purge|delete|expire|clear|close|release/.test(name),
  )
  expect(deleting.length).toBeGreaterThan(8)
  for (const job of deleting) await job.run({ platform: later, payload: {} } as never)
  expect(await later.db.selectFrom('profiles').select('id').where('id', '=', userId).execute()).toHaveLength(1)
})
