import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findAccount } from '#server/features/accounts/repository/accounts.ts'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { updateProfile } from '#server/features/accounts/usecases/update-profile.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildCenter, buildService } from '#server/testing/builders.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { onNewIdentity } from './change-identity.ts'
import { deleteAccount } from './delete-account.ts'
import { requestExport } from './export-data.ts'

const platform = await testPlatform()
const monday = new Date('2026-11-23T13:00:00Z')

const remove = (actor: { userId: string; sessionId: string }) =>
  deleteAccount(platform, { actor, currentPassword: null })

const callerOf = ({ userId }: { userId: string }) => ({ userId, visitorKey: undefined })

async function holdFor(
  person: { userId: string },
  input: { serviceId?: string; startsAt?: Date } = {},
): Promise<string> {
  const serviceId = input.serviceId ?? (await buildService(platform)).serviceId
  const startsAt = input.startsAt ?? monday
  const { id } = await holdAppointment(platform, {
    caller: callerOf(person),
    address: person.userId,
    serviceId,
    startsAt,
    place: 'center',
  })
  return id
}

const confirm = (person: { userId: string }, appointmentId: string) =>
  confirmAppointment(platform, { caller: callerOf(person), appointmentId })

async function appointmentOf(id: string) {
  return platform.db
    .selectFrom('appointments')
    .select('status')
    .select(sql<Date>`starts_at`.as('startsAt'))
    .where('id', '=', id)
    .executeTakeFirst()
}
const statusOf = async (appointmentId: string) => (await appointmentOf(appointmentId))?.status

/** How many statements in this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    platform.db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Starts one operation after the other while `lock` is held, each when the one before it waits; then releases the lock.
 * @returns the outcome of each.
 */
async function whileLocked(lock: RawBuilder<unknown>, starts: (() => Promise<unknown>)[]) {
  const running: Promise<PromiseSettledResult<unknown>[]>[] = []
  await platform.db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    for (const [index, start] of starts.entries()) {
      running.push(Promise.allSettled([start()]))
      await expect.poll(countWaiting, { interval: 10, timeout: 4_000 }).toBe(index + 1)
    }
  })
  const outcomes = (await Promise.all(running)).flat()
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : 'done'))
}

const rowLock = (appointmentId: string) => sql`select from appointments where id = ${appointmentId} for update`
/** Makes each transaction that queues a mail wait. */
const mailLock = sql`lock table outbound_mails in exclusive mode`

describe('a booking that is confirmed while its account is deleted', () => {
  test('is cancelled by the deletion when it comes first', async () => {
    const person = await buildSignedIn(platform)
    const appointmentId = await holdFor(person)
    const outcomes = await whileLocked(rowLock(appointmentId), [
      () => confirm(person, appointmentId),
      () => remove(person),
    ])
    expect(outcomes).toEqual(['done', 'done'])
    expect(await statusOf(appointmentId)).toBe('cancelled')
  })

  test('after the deletion has begun is refused', async () => {
    const person = await buildSignedIn(platform)
    const { appointmentId: known } = await buildAppointment(platform, { patientId: person.userId })
    const appointmentId = await holdFor(person)
    const outcomes = await whileLocked(rowLock(known), [() => remove(person), () => confirm(person, appointmentId)])
    expect(outcomes).toMatchObject(['done', { code: 'session.missing' }])
    expect([await statusOf(known), await statusOf(appointmentId)]).toEqual(['cancelled', undefined])
  })

  test('leaves no live appointment, whichever comes first', async () => {
    const { serviceId } = await buildService(platform)
    const people = await Promise.all(Array.from({ length: 8 }, () => buildSignedIn(platform)))
    const held: string[] = []
    for (const [index, person] of people.entries()) {
      const startsAt = new Date(monday.getTime() + (index % 2) * hourMs + Math.floor(index / 2) * 24 * hourMs)
      held.push(await holdFor(person, { serviceId, startsAt }))
    }
    const both = people.flatMap((person, index) => {
      const steps = [() => confirm(person, held[index] ?? ''), () => remove(person)]
      return index % 2 === 0 ? steps : steps.toReversed()
    })
    const outcomes = await Promise.allSettled(both.map((step) => step()))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: expect.stringMatching(/^(session\.missing|appointments\.not_found)$/) })
    }
    const deleted = await platform.db
      .selectFrom('profiles')
      .select('id')
      .where(
        'id',
        'in',
        people.map(({ userId }) => userId),
      )
      .where('status', '=', 'deleted')
      .execute()
    expect(deleted).toHaveLength(people.length)
    const { rows } = await sql`
      select from appointments join profiles on profiles.id = patient_id
      where profiles.status = 'deleted' and appointments.status in ('pending', 'confirmed')`.execute(platform.db)
    expect(rows).toEqual([])
  })
})

describe('an appointment that is changed while its account is deleted', () => {
  test('is cancelled at its new time', async () => {
    const person = await buildSignedIn(platform)
    const appointmentId = await holdFor(person)
    await confirm(person, appointmentId)
    const startsAt = new Date(monday.getTime() + 24 * hourMs)
    const move = () => moveAppointment(platform, { caller: callerOf(person), appointmentId, startsAt })
    expect(await whileLocked(rowLock(appointmentId), [move, () => remove(person)])).toEqual(['done', 'done'])
    expect(await appointmentOf(appointmentId)).toEqual({ status: 'cancelled', startsAt })
  })

  test('is cancelled once', async () => {
    const person = await buildSignedIn(platform)
    const { appointmentId } = await buildAppointment(platform, { patientId: person.userId })
    const cancel = () => cancelAppointment(platform, { caller: callerOf(person), appointmentId, reason: 'Viajo' })
    expect(await whileLocked(rowLock(appointmentId), [cancel, () => remove(person)])).toEqual(['done', 'done'])
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(
      ({ kind, text }) => kind === 'appointments.cancelled.center' && text.includes(person.fullName),
    )
    const { rows } = await sql<{ reason: string | null }>`
      select cancellation_reason as reason from appointments where id = ${appointmentId}`.execute(platform.db)
    // A reason that the patient wrote is deleted with their account.
    expect(rows).toEqual([{ reason: null }])
    expect(mails).toHaveLength(1)
  })
})

describe('a booking at a centre whose owner deletes their account', () => {
  test('stops the deletion when it comes first', async () => {
    const owner = await buildSignedIn(platform, { roles: ['center'] })
    const { serviceId } = await buildService(platform, await buildCenter(platform, { ownerId: owner.userId }))
    const patient = await buildSignedIn(platform)
    const appointmentId = await holdFor(patient, { serviceId })
    const outcomes = await whileLocked(mailLock, [() => confirm(patient, appointmentId), () => remove(owner)])
    expect(outcomes).toMatchObject(['done', { code: 'accounts.center_busy' }])
    expect(await statusOf(appointmentId)).toBe('confirmed')
  })

  test('after the deletion has begun is refused', async () => {
    const owner = await buildSignedIn(platform, { roles: ['center'] })
    const { serviceId } = await buildService(platform, await buildCenter(platform, { ownerId: owner.userId }))
    const patient = await buildSignedIn(platform)
    const appointmentId = await holdFor(patient, { serviceId })
    const outcomes = await whileLocked(mailLock, [() => remove(owner), () => confirm(patient, appointmentId)])
    expect(outcomes).toMatchObject(['done', { code: 'appointments.not_bookable' }])
    expect(await statusOf(appointmentId)).toBe('held')
  })
})

describe('a write during the deletion of its account', () => {
  /** The deletion holds its locks and waits to queue its mails; the other operation starts in that time. */
  const during = async (person: { userId: string; sessionId: string }, operation: () => Promise<unknown>) =>
    (await whileLocked(mailLock, [() => remove(person), operation]))[1]

  test('does not bring the profile back', async () => {
    const person = await buildSignedIn(platform)
    const profile = { full_name: 'Ana de vuelta', phone: '099 123 456', address: null, emergency_contact: null }
    const edit = () =>
      updateProfile(platform, { userId: person.userId, profile, onNewIdentity: onNewIdentity(platform) })
    expect(await during(person, edit)).toMatchObject({ code: 'accounts.not_found' })
    const { full_name, phone } = await platform.db
      .selectFrom('profiles')
      .select(['full_name', 'phone'])
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    expect([full_name, phone]).toEqual(['Cuenta eliminada', null])
    expect(await findAccount(platform.db, person.userId)).toBeUndefined()
  })

  test('adds no dependant and no data export', async () => {
    const person = await buildSignedIn(platform)
    const details = { fullName: 'Hija', birthDate: '2015-03-05', relation: 'hija' }
    const add = () => createDependant(platform, { userId: person.userId, details })
    expect(await during(person, add)).toMatchObject({ code: 'session.missing' })
    const other = await buildSignedIn(platform)
    expect(await during(other, () => requestExport(platform, other))).toMatchObject({ code: 'session.missing' })
    for (const [table, column] of [
      ['dependants', 'guardian_id'],
      ['data_exports', 'user_id'],
    ] as const) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} in (${person.userId}, ${other.userId})`.execute(
        platform.db,
      )
      expect(rows).toEqual([])
    }
  })

  test('is refused by the database when code omits the check', async () => {
    const person = await buildSignedIn(platform)
    await remove(person)
    const unguardedUpdate = platform.db
      .updateTable('profiles')
      .set({ phone: '099 123 456' })
      .where('id', '=', person.userId)
    await expect(unguardedUpdate.execute()).rejects.toThrow('profiles_deleted_is_empty')
  })
})
