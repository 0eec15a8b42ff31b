import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { buildAccount, buildAppointment, buildService, verifyEmail } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelCommission } from '../repository/commissions.ts'
import { commissionActions } from './cancel-commissions.ts'
import { chargeCommission } from './charge-commissions.ts'

const platform = await testPlatform()
const { db } = platform

let service: Awaited<ReturnType<typeof buildService>>
beforeEach(async () => {
  service = await buildService(platform)
})

const setRate = (rate: number) =>
  db.updateTable('center_profiles').set({ commission_rate: rate }).where('id', '=', service.centerId).execute()

type Change = { status?: string; price?: number; booked_by?: string }

async function bookCompleted({ status = 'completed', ...change }: Change = {}): Promise<string> {
  const { appointmentId } = await buildAppointment(platform, {
    ...service,
    status: status as 'completed',
    startsAt: nextHour(),
  })
  if (Object.keys(change).length > 0) {
    await db.updateTable('appointments').set(change).where('id', '=', appointmentId).execute()
  }
  return appointmentId
}

let hours = 0
/** The next hour in the past, so that no two appointments overlap. */
const nextHour = () => new Date(Date.UTC(2026, 9, 1) + hours++ * hourMs)

const charge = (...appointmentIds: string[]) =>
  db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds, now: platform.clock.now() }))
const cancel = (appointmentId: string) => db.transaction().execute((tx) => cancelCommission(tx, { appointmentId }))

const commissionOf = (appointmentId: string) =>
  db
    .selectFrom('commissions')
    .select(['payment_amount as payment', 'commission_amount as commission', 'rate', 'status'])
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()

describe('a completed appointment', () => {
  test('owes a commission at its centre’s rate', async () => {
    const id = await bookCompleted()
    await charge(id)
    expect(await commissionOf(id)).toEqual({ payment: 150_000, commission: 15_000, rate: 10, status: 'pending' })
  })

  test.each([
    { price: 5, rate: 10, commission: 1 },
    { price: 4, rate: 10, commission: 0 },
    { price: 250, rate: 1, commission: 3 },
    { price: 350, rate: 1, commission: 4 },
    { price: 123_457, rate: 12.5, commission: 15_432 },
    { price: 100_000_000, rate: 100, commission: 100_000_000 },
    { price: 150_000, rate: 0, commission: 0 },
    { price: 0, rate: 10, commission: 0 },
    // 0.145 · 100 is 14.499999999999998 in binary.
    { price: 145, rate: 10, commission: 15 },
  ])(
    'of $price cents at $rate % owes a commission of $commission, with half cents rounded up',
    async ({ price, rate, commission }) => {
      await setRate(rate)
      const id = await bookCompleted({ price })
      await charge(id)
      expect(await commissionOf(id)).toMatchObject({ payment: price, commission, rate })
    },
  )

  test('cannot have a commission or payment of another centre: the database refuses it', async () => {
    const [appointmentId, { centerId }] = [await bookCompleted(), await buildService(platform)]
    const foreign = { center_id: centerId, appointment_id: appointmentId }
    await expect(
      db
        .insertInto('commissions')
        .values({
          ...foreign,
          id: newId(),
          payment_amount: 100,
          commission_amount: 10,
          rate: 10,
          created_at: new Date(),
        })
        .execute(),
    ).rejects.toMatchObject({ code: '23503' })
    await expect(
      db
        .insertInto('payments')
        .values({ ...foreign, amount: 100, method: 'efectivo', collected_at: new Date() })
        .execute(),
    ).rejects.toMatchObject({ code: '23503' })
  })

  test('owes nothing when the desk booked it', async () => {
    const id = await bookCompleted({ booked_by: 'center' })
    await charge(id)
    expect(await commissionOf(id)).toBeUndefined()
  })

  test.each(['pending', 'confirmed', 'cancelled', 'no_show'])(
    'owes a commission, but an appointment that is %s does not',
    async (status) => {
      const id = await bookCompleted({ status })
      await charge(id)
      expect(await commissionOf(id)).toBeUndefined()
    },
  )

  test('owes one commission, at the rate of the first charge, however often it is charged', async () => {
    const id = await bookCompleted()
    await Promise.all([charge(id), charge(id), charge(id, await bookCompleted())])
    await setRate(20)
    await charge(id)
    expect(await commissionOf(id)).toMatchObject({ commission: 15_000, rate: 10 })
  })

  test('owes nothing after it is reopened, and the current rate after it is completed again', async () => {
    const id = await bookCompleted()
    await charge(id)
    await cancel(id)
    await cancel(id)
    expect(await commissionOf(id)).toMatchObject({ status: 'cancelled', commission: 15_000 })
    await setRate(12.5)
    await charge(id)
    expect(await commissionOf(id)).toMatchObject({ status: 'pending', commission: 18_750, rate: 12.5 })
  })

  test('keeps a paid commission when it is reopened', async () => {
    const id = await bookCompleted()
    await charge(id)
    await db
      .updateTable('commissions')
      .set({ status: 'paid', paid_at: platform.clock.now() })
      .where('appointment_id', '=', id)
      .execute()
    await cancel(id)
    await setRate(50)
    await charge(id)
    expect(await commissionOf(id)).toMatchObject({ status: 'paid', commission: 15_000 })
  })
})

describe('the job that completes past appointments', () => {
  /** Confirmed appointments of one patient, all of them over. */
  async function buildOverdue(count: number): Promise<void> {
    const { patientId } = await buildAppointment(platform, { ...service, startsAt: new Date('2027-01-04T12:00:00Z') })
    await verifyEmail(platform, { userId: patientId })
    await sql`
      insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price, booked_by)
      select gen_random_uuid(), ${service.centerId}, ${service.professionalId}, ${service.serviceId}, ${patientId}, 'confirmed',
        tstzrange('2025-01-01T00:00Z'::timestamptz + n * interval '1 hour', '2025-01-01T01:00Z'::timestamptz + n * interval '1 hour'),
        100000, case when n % 5 = 0 then 'center' else 'patient' end
      from generate_series(1, ${count}) n`.execute(db)
  }

  const states = async () => {
    const { rows } = await sql<{ status: string; booked_by: string; charged: boolean; count: number }>`
      select a.status, a.booked_by, c.id is not null as charged, count(*) from appointments a
      left join commissions c on c.appointment_id = a.id
      where a.center_id = ${service.centerId} and a.starts_at < ${platform.clock.now()} group by 1, 2, 3 order by 2`.execute(
      db,
    )
    return rows
  }

  test('charges each appointment once, even in several transactions and with simultaneous runs in two processes', async () => {
    await buildOverdue(1250)
    const other = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 3 })
    try {
      const elsewhere = { ...platform, db: other.db, pool: other.pool }
      await Promise.all([closeAppointments(platform), closeAppointments(elsewhere), closeAppointments(platform)])
      // Each run skips the rows that another run has locked; the next run completes them.
      await closeAppointments(platform)
    } finally {
      await other.close()
    }
    expect(await states()).toEqual([
      { status: 'completed', booked_by: 'center', charged: false, count: 250 },
      { status: 'completed', booked_by: 'patient', charged: true, count: 1000 },
    ])
  })

  test('completes no appointment whose commission cannot be charged', async () => {
    await buildOverdue(4)
    await sql`alter table commissions add constraint broken check (payment_amount <> 100000) not valid`.execute(db)
    try {
      await closeAppointments(platform)
    } finally {
      await sql`alter table commissions drop constraint broken`.execute(db)
    }
    expect(await states()).toEqual([{ status: 'confirmed', booked_by: 'patient', charged: false, count: 4 }])
    await closeAppointments(platform)
    expect(await states()).toEqual([{ status: 'completed', booked_by: 'patient', charged: true, count: 4 }])
  })
})

test('a commission that staff cancelled stays cancelled when its appointment is reopened and completed again', async () => {
  const appointmentId = await bookCompleted()
  await charge(appointmentId)
  const { id } = await db
    .selectFrom('commissions')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const { userId } = await buildAccount(platform)
  const actor = { userId, roles: ['admin'] as const }
  const targets = [{ id, lastActionId: null }]
  await actOnEach(platform, commissionActions.cancel, { actor, targets, reason: 'Acordado.' })
  await cancel(appointmentId)
  await charge(appointmentId)
  expect(await commissionOf(appointmentId)).toMatchObject({ status: 'cancelled' })

  const action = await db.selectFrom('moderation_actions').select('id').where('target_id', '=', id).executeTakeFirst()
  await undoAction(platform, { actor, actionId: action?.id ?? '', reason: 'Era de otro centro.' })
  expect(await commissionOf(appointmentId)).toMatchObject({ status: 'pending' })
  await cancel(appointmentId)
  await charge(appointmentId)
  expect(await commissionOf(appointmentId)).toMatchObject({ status: 'pending' })
})
