import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { directPaymentCents } from '#contract/direct-payments.ts'
import { countClosingEffects } from '#server/features/appointments/repository/of-center.ts'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { askQuestion } from '#server/features/conversations/usecases/ask-question.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
import { purgeMailsJob } from '#server/platform/stored-mails.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { findTexts } from '#server/testing/find-texts.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { buildWholePerson, type WholePerson } from '#server/testing/whole-person.ts'
import { deleteAccount, purgeDeletionMails } from './delete-account.ts'
import { requestExport } from './export-data.ts'
import { readConsequences } from './read-deletion-consequences.ts'

const platform = await testPlatform()

const remove = ({ password = null, ...actor }: { userId: string; sessionId: string; password?: string | null }) =>
  deleteAccount(platform, { actor, currentPassword: password })

const rowOf = async (table: 'profiles' | 'users' | 'center_profiles', id: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(platform.db)).rows[0]

const appointmentOf = (id: string) =>
  platform.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()

/** Everything that is stored about a user, to see whether it changes. */
async function snapshotOf({ userId, texts }: WholePerson): Promise<unknown> {
  const tables = { users: 'id', profiles: 'id', identities: 'user_id', sessions: 'user_id', one_time_tokens: 'user_id' }
  const more = { mfa_factors: 'user_id', dependants: 'guardian_id', appointments: 'patient_id', reviews: 'patient_id' }
  const rows: unknown[] = []
  for (const [table, column] of Object.entries({ ...tables, ...more })) {
    const result = await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId} order by 1`.execute(
      platform.db,
    )
    rows.push(table, result.rows)
  }
  const mails = (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === texts.email)
  return [...rows, mails.map(({ id }) => id)]
}

/** A conversation with two messages, a message that the person wrote for a centre, and the clinical record of the past appointment. */
async function addWritings({ userId, centerId, professionalId }: WholePerson): Promise<void> {
  const now = platform.clock.now()
  const { patientId } = await buildPatient(platform)
  for (const [patient, writers] of [
    [userId, ['patient', 'center']],
    [patientId, ['center']],
  ] as const) {
    const id = newId()
    const conversation = {
      id,
      patient_id: patient,
      center_id: centerId,
      started_by: 'patient',
      last_number: writers.length,
    }
    await platform.db
      .insertInto('conversations')
      .values({ ...conversation, created_at: now, updated_at: now })
      .execute()
    for (const [n, writer] of writers.entries()) {
      const isOwn = writer === 'patient' || patient !== userId
      const sender = { sender_id: isOwn ? userId : centerId, sender_type: writer }
      const message = { id: newId(), conversation_id: id, number: n + 1, content: 'Hola.', created_at: now }
      await platform.db
        .insertInto('messages')
        .values({ ...message, ...sender })
        .execute()
    }
  }
  const past = platform.db.selectFrom('appointments').where('patient_id', '=', userId).where('status', '=', 'completed')
  const { id: appointmentId } = await past.select('id').executeTakeFirstOrThrow()
  await platform.db
    .insertInto('clinical_record_versions')
    .values({
      id: newId(),
      appointment_id: appointmentId,
      version: 1,
      author_id: centerId,
      professional_id: professionalId,
      written_at: now,
      key_id: 'test',
      nonce: Buffer.alloc(12),
      sealed: Buffer.alloc(32),
    })
    .execute()
}

describe('the deletion of an account', () => {
  test('leaves no personal data in any column but those of its last mails', async () => {
    const person = await buildWholePerson(platform, { tag: 'Qwe' })
    await requestExport(platform, person)
    const { email, name } = person.texts
    const question = { id: newId(), centerId: person.centerId, email, name, content: `Soy ${name}`, website: undefined }
    await askQuestion(platform, { ...question, address: '203.0.113.1' })
    await runJobs(platform)
    const texts = Object.values(person.texts)
    expect(await findTexts(platform, texts)).toContain('profiles.full_name')

    await remove(person)
    await runJobs(platform)
    expect(await findTexts(platform, texts)).toEqual(['outbound_mails.recipient'])
    const namingMails = (await listAllMails(platform, { limit: 1000 })).filter((mail) =>
      texts.some((text) => JSON.stringify(mail).includes(text)),
    )
    const byKind = namingMails.map(({ kind, to }) => `${kind} to ${to}`).toSorted()
    // The centres may know who booked and who cancelled. With a mail server, these mails lose their body once they are sent.
    expect(byKind).toEqual([
      `accounts.deleted to ${person.texts.email}`,
      'appointments.booked.center to centro@prueba.uy',
      'appointments.cancelled.center to centro@prueba.uy',
    ])

    await platform.db.updateTable('outbound_mails').set({ sent_at: platform.clock.now() }).execute()
    platform.clock.advance(24 * hourMs + 1)
    await purgeMailsJob.run({ platform, payload: {} })
    await purgeDeletionMails(platform)
    expect(await findTexts(platform, texts)).toEqual([])
    platform.clock.advance(-24 * hourMs - 1)
  }, 60_000)

  test('leaves an empty account without files or sign-in methods', async () => {
    const person = await buildWholePerson(platform, { tag: 'Wer' })
    const { avatar_url: avatar } = (await rowOf('profiles', person.userId)) ?? {}
    const file = String(avatar).slice('/files/'.length)
    expect(await platform.files.read(file)).toBeDefined()
    await remove(person)
    await runJobs(platform)
    expect(await platform.files.read(file)).toBeUndefined()
    const email = `${person.userId}@deleted.invalid`
    expect(await rowOf('users', person.userId)).toMatchObject({
      // Random, so that no other account can have it already.
      email: expect.stringMatching(/^[0-9a-f-]{36}@deleted\.invalid$/),
      encrypted_password: null,
      email_verified_at: null,
      new_email: null,
      last_sign_in_at: null,
      raw_user_meta_data: {},
      raw_app_meta_data: {},
    })
    expect(await rowOf('profiles', person.userId)).toMatchObject({
      full_name: 'Cuenta eliminada',
      email,
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      status: 'deleted',
      deleted_at: platform.clock.now(),
    })
    const emptiedTables = [
      'identities',
      'sessions',
      'one_time_tokens',
      'auth_codes',
      'mfa_factors',
      'user_roles',
    ] as const
    for (const table of [...emptiedTables, 'notification_preferences', 'data_exports'] as const) {
      expect(
        await sql`select from ${sql.table(table)} where user_id = ${person.userId}`.execute(platform.db),
      ).toMatchObject({
        rows: [],
      })
    }
  })

  test('can’t be prevented by signing up with the address that the deleted account gets', async () => {
    const person = await buildSignedIn(platform)
    const email = `${person.userId}@deleted.invalid`
    const takenId = await createAccount(platform, { email, fullName: 'Alguien', roles: ['patient'], password: null })
    await remove(person)
    expect(await rowOf('profiles', person.userId)).toMatchObject({ status: 'deleted' })
    expect(await rowOf('users', takenId ?? '')).toMatchObject({ email })
  })

  test('takes its last mail from a proven address, so that a later account with the address has all of its own', async () => {
    const person = await buildSignedIn(platform)
    await verifyEmail(platform, person)
    const { email } = (await rowOf('users', person.userId)) as { email: string }
    await remove(person)
    const take = () =>
      platform.db.transaction().execute((tx) => takeMail(tx, { platform, to: email, kind: 'test.notice' }))
    const taken: boolean[] = []
    for (let n = 0; n < 6; n += 1) taken.push(await take())
    expect(taken.filter(Boolean)).toHaveLength(5)
  })

  test('has the announced consequences, in the announced numbers', async () => {
    const person = await buildWholePerson(platform, { tag: 'Ert' })
    await addWritings(person)
    const { paid } = await platform.db
      .selectFrom('payments')
      .innerJoin('appointments', 'appointments.id', 'payments.appointment_id')
      .where('patient_id', '=', person.userId)
      .select((eb) => eb.fn.sum<number>('amount').as('paid'))
      .executeTakeFirstOrThrow()
    const { points } = await platform.db
      .selectFrom('user_points')
      .where('user_id', '=', person.userId)
      .select('available_points as points')
      .executeTakeFirstOrThrow()
    const before = await readConsequences(platform, person)
    expect(before).toEqual({
      upcomingAppointments: 1,
      pastAppointments: 2,
      reviews: 1,
      dependants: 2,
      messages: 2,
      points,
      rewards: 1,
      payments: { count: 2, cents: Number(paid) + directPaymentCents },
      recordedPeople: 1,
      written: { messages: 1, records: 0 },
      staffActions: 1,
      upcomingPayments: { paidCents: 0, refundCents: 0, lostCents: 0, losses: [] },
      creditCents: directPaymentCents,
      packageSessions: 0,
      pendingRefunds: { count: 0, cents: 0 },
      blockedBy: null,
      terms: expect.any(String),
    })
    await remove(person)
    const { rows } = await sql<{ status: string; by: string; reason: string | null }>`
      select status, cancelled_by as by, cancellation_reason as reason from appointments
      where patient_id = ${person.userId} order by starts_at`.execute(platform.db)
    expect(rows).toEqual([
      { status: 'completed', by: null, reason: null },
      { status: 'cancelled', by: 'patient', reason: null },
      { status: 'cancelled', by: 'patient', reason: 'La persona eliminó su cuenta' },
    ])
    const reviews = await sql`select from reviews where patient_id = ${person.userId}`.execute(platform.db)
    expect(reviews.rows).toHaveLength(before.reviews)
    const after = await readConsequences(platform, person)
    expect(after).toMatchObject({ upcomingAppointments: 0, pastAppointments: 3, reviews: 1, dependants: 0 })
    expect(after).toMatchObject({ messages: 0, points: 0, rewards: 0, recordedPeople: 1, written: { messages: 1 } })
    expect(after.payments).toEqual(before.payments)
  })

  test('cancels under the current terms, and mails each centre and the patient once', async () => {
    const person = await buildSignedIn(platform, { fullName: 'Rosa Lago' })
    const soon = new Date(platform.clock.now().getTime() + 3 * hourMs)
    const later = new Date(platform.clock.now().getTime() + 100 * hourMs)
    const near = await buildAppointment(platform, { patientId: person.userId, startsAt: soon })
    const far = await buildAppointment(platform, { patientId: person.userId, startsAt: later, status: 'pending' })
    await remove(person)
    const refundOf = async (appointmentId: string) => (await appointmentOf(appointmentId))?.refund_percent
    expect([await refundOf(near.appointmentId), await refundOf(far.appointmentId)]).toEqual([50, 100])
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(({ text, to }) =>
      [person.email, 'Rosa Lago'].some((known) => to === known || text.includes(known)),
    )
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
      'accounts.deleted',
      'appointments.cancelled.center',
      'appointments.cancelled.center',
    ])
    const farewell = mails.find(({ kind }) => kind === 'accounts.deleted')
    expect(farewell).toMatchObject({ to: person.email, subject: 'Tu cuenta fue eliminada' })
    expect(farewell?.text).toContain(
      '20 de noviembre de 2026 a las 12:00 (hora de Uruguay), Centro Rambla. No habías pagado, así que no hay nada que devolver.',
    )
    expect(farewell?.text).toContain(
      '24 de noviembre de 2026 a las 13:00 (hora de Uruguay), Centro Rambla. No tiene costo.',
    )
  })

  test('costs what its owner agreed to, also when a cancellation becomes late while it runs', async () => {
    const { userId, sessionId } = await buildSignedIn(platform)
    const now = platform.clock.now()
    const startsAt = new Date(now.getTime() + 24 * hourMs)
    const { appointmentId } = await buildAppointment(platform, { patientId: userId, startsAt })
    const { terms } = await readConsequences(platform, { userId })
    let reads = 0
    // The first reading decides whether the sign-in is recent, the second one compares the costs.
    const clock = { ...platform.clock, now: () => new Date(now.getTime() + (++reads > 2 ? minuteMs : 0)) }
    await deleteAccount({ ...platform, clock }, { actor: { userId, sessionId }, currentPassword: null, terms })
    expect(await appointmentOf(appointmentId)).toMatchObject({ status: 'cancelled', refund_percent: 100 })
  })

  test('says what a late cancellation gives back and loses, and is refused once that has changed', async () => {
    const now = platform.clock.now()
    const person = await buildSignedIn(platform)
    const inHours = (hours: number) => ({
      patientId: person.userId,
      startsAt: new Date(now.getTime() + hours * hourMs),
    })
    const near = await buildAppointment(platform, inHours(3))
    const far = await buildAppointment(platform, inHours(24 + 10 / 60))
    const pay = ({ appointmentId, centerId }: typeof near, amount: number) =>
      platform.db
        .insertInto('payments')
        .values({ appointment_id: appointmentId, center_id: centerId, amount, method: 'efectivo', collected_at: now })
        .execute()
    const read = () => readConsequences(platform, person)
    const press = ({ terms }: { terms: string }) =>
      deleteAccount(platform, { actor: person, currentPassword: null, terms })
    const refused = { code: 'request.terms_changed', status: 409 }

    const unpaid = await read()
    expect(unpaid).toMatchObject({ upcomingAppointments: 2, upcomingPayments: { paidCents: 0, losses: [] } })
    await pay(near, 99_999)
    await pay(far, 150_000)
    await expect(press(unpaid)).rejects.toMatchObject(refused)
    const paid = await read()
    expect(paid.upcomingPayments).toMatchObject({ paidCents: 249_999, refundCents: 200_000, lostCents: 49_999 })
    expect(paid.upcomingPayments.losses).toMatchObject([
      { startsAt: inHours(3).startsAt, paidCents: 99_999, lostCents: 49_999, cancellation: { phase: 'late' } },
    ])

    // The limit for cancelling without cost passes while the dialog is open.
    platform.clock.advance(11 * minuteMs)
    await expect(press(paid)).rejects.toMatchObject(refused)
    expect(await rowOf('profiles', person.userId)).toMatchObject({ status: 'active' })

    const nearer = await read()
    expect(nearer.upcomingPayments).toMatchObject({ paidCents: 249_999, refundCents: 125_000, lostCents: 124_999 })
    await press(nearer)
    platform.clock.advance(-11 * minuteMs)
    const { rows } = await sql<{ cents: number }>`select sum(refund_amount)::bigint as cents from payments
      where appointment_id in (${near.appointmentId}, ${far.appointmentId})`.execute(platform.db)
    expect(rows[0]?.cents).toBe(nearer.upcomingPayments.refundCents)
  })

  test('sums amounts beyond 2,147,483,647 cents', async () => {
    const person = await buildSignedIn(platform)
    const service = await buildService(platform)
    const now = platform.clock.now()
    // The first of them is too near to be cancelled without cost.
    const amount = 99_999_999
    for (let n = 0; n < 24; n++) {
      const startsAt = new Date(now.getTime() + (3 + 24 * n) * hourMs)
      const appointment = { ...service, patientId: person.userId, startsAt }
      const { appointmentId, centerId } = await buildAppointment(platform, appointment)
      await platform.db.updateTable('appointments').set({ price: amount }).where('id', '=', appointmentId).execute()
      const payment = { amount, method: 'efectivo', collected_at: now, center_id: centerId }
      await platform.db
        .insertInto('payments')
        .values({ ...payment, appointment_id: appointmentId })
        .execute()
    }
    const { payments, upcomingPayments } = await readConsequences(platform, person)
    expect(payments.cents).toBe(24 * amount)
    const lostCents = Math.floor(amount / 2)
    expect(upcomingPayments).toMatchObject({ paidCents: 24 * amount, refundCents: 24 * amount - lostCents, lostCents })
    const closing = { centerIds: [service.centerId], until: null, now }
    expect(await countClosingEffects(platform.db, closing)).toMatchObject({ cancelled: 24, paidCents: 24 * amount })
    await platform.db
      .updateTable('payments')
      .set({ refund_amount: amount })
      .where('center_id', '=', service.centerId)
      .execute()
    const { pendingRefunds } = await readConsequences(platform, { userId: service.centerId })
    expect(pendingRefunds).toEqual({ count: 24, cents: 24 * amount })
  })

  test('stops all mail to the deleted account, also when one of its appointments changes', async () => {
    const person = await buildSignedIn(platform)
    const startsAt = new Date(platform.clock.now().getTime() - hourMs / 2)
    // Pending and begun: it can no longer be cancelled.
    await buildAppointment(platform, { patientId: person.userId, startsAt, status: 'pending' })
    await remove(person)
    await platform.db
      .updateTable('appointments')
      .set({ requested_at: startsAt })
      .where('patient_id', '=', person.userId)
      .execute()
    await closeAppointments(platform)
    const kinds = (await listAllMails(platform, { limit: 1000 }))
      .filter(({ to }) => to.endsWith('@deleted.invalid'))
      .map(({ kind }) => kind)
    expect(kinds).toEqual([])
  })

  test('keeps the review without the patient’s name, and the centre’s rating', async () => {
    const person = await buildWholePerson(platform, { tag: 'Rty' })
    const readRating = async () => {
      const { rating, total_reviews } = (await rowOf('center_profiles', person.centerId)) ?? {}
      return { rating, total_reviews }
    }
    const before = await readRating()
    await remove(person)
    expect(await readRating()).toEqual(before)
    const { url } = await startTestServer({ platform })
    const response = await fetch(`${url}/api/v1/centers/${person.centerId}/reviews`)
    expect(await response.json()).toMatchObject({
      items: [{ author: 'Paciente', rating: 5, comment: 'Muy buena atención' }],
    })
  })

  test('keeps a dependant without personal data where a past appointment refers to them', async () => {
    const person = await buildWholePerson(platform, { tag: 'Tyu' })
    await remove(person)
    const { rows } = await sql`select id, full_name, birth_date, relation, removed_at from dependants
      where guardian_id = ${person.userId}`.execute(platform.db)
    expect(rows).toEqual([
      {
        id: person.childId,
        full_name: 'Persona a cargo',
        birth_date: '1900-01-01',
        relation: 'persona a cargo',
        removed_at: platform.clock.now(),
      },
    ])
  })

  test('changes nothing that belongs to other users', async () => {
    const person = await buildWholePerson(platform, { tag: 'Yui' })
    const other = await buildWholePerson(platform, { tag: 'Uio' })
    // Requesting a change to another user's address gives no power over that user's mails.
    await platform.db
      .updateTable('users')
      .set({ new_email: other.texts.email })
      .where('id', '=', person.userId)
      .execute()
    const before = await snapshotOf(other)
    await remove(person)
    expect(await snapshotOf(other)).toEqual(before)
  })

  test('is refused the second time', async () => {
    const person = await buildSignedIn(platform)
    const outcomes = await Promise.allSettled([remove(person), remove(person)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(remove(person)).rejects.toMatchObject({ code: 'session.missing', status: 401 })
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === person.email)
    expect(mails).toHaveLength(1)
  })
})

test('no foreign key refers to a deleted row', async () => {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(platform.db)
  expect(rows.length).toBeGreaterThan(20)
  // Recreating a foreign key makes PostgreSQL check every row.
  for (const { table, name, definition } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}, add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      platform.db,
    )
  }
})
