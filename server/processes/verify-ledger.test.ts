import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { bookOnline, buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { verifyLedger } from './verify-ledger.ts'

const platform = await testPlatform()
const { db, clock } = platform
// Without this trigger, the tests below can damage the ledger.
await sql`alter table points_transactions disable trigger points_transactions_keep_rows`.execute(db)
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs)

/** Each faulty row as «table id», in the order of the tables. */
const findFaultyRows = async () => (await verifyLedger(db)).map(({ table, id }) => `${table} ${id}`)

/** An appointment for each way in which its money can end, built with the desk's use cases. */
async function buildOutcomes() {
  const desk = await buildDesk(platform)
  const bookAndCollect = async (hours: number) => {
    const id = await bookOnline(platform, { desk, startsAt: inHours(hours) })
    await db.updateTable('appointments').set({ price: 150_001 }).where('id', '=', id).execute()
    await collectPayment(platform, { ...desk.at(id), amountCents: 150_001, method: 'efectivo' })
    return id
  }
  const [completed, reopened, cancelledLate, cancelledByCenter] = [
    await bookAndCollect(-2),
    await bookOnline(platform, { desk, startsAt: inHours(-4) }),
    await bookAndCollect(2),
    await bookAndCollect(4),
  ]
  const missed = await bookOnline(platform, { desk, startsAt: inHours(-6) })
  await completeAppointment(platform, desk.at(completed))
  await completeAppointment(platform, desk.at(reopened))
  await reopenAppointment(platform, desk.at(reopened))
  await markNoShow(platform, desk.at(missed))
  await cancelAtDesk(platform, { ...desk.at(cancelledLate), by: 'patient', reason: '' })
  await cancelAtDesk(platform, { ...desk.at(cancelledByCenter), by: 'center', reason: 'La profesional está enferma.' })
  return { desk, completed, reopened, missed, cancelledLate, cancelledByCenter }
}

const commissionOf = (appointmentId: string) =>
  db.selectFrom('commissions').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirstOrThrow()
const paymentOf = (appointmentId: string) =>
  db.selectFrom('payments').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirstOrThrow()

test('the ledger of completed, reopened, missed and cancelled appointments has no fault', async () => {
  const { cancelledLate } = await buildOutcomes()
  expect(await verifyLedger(db)).toEqual([])
  // The centre keeps half of 150,001 cents, rounded down, and owes a tenth of it.
  expect(await paymentOf(cancelledLate)).toMatchObject({ refund_amount: 75_001 })
  expect(await commissionOf(cancelledLate)).toMatchObject({ payment_amount: 75_000, commission_amount: 7500 })
})

test('a refund that differs from the promised one is reported, and so is the commission on what the centre keeps', async () => {
  const { cancelledLate, cancelledByCenter, completed } = await buildOutcomes()
  // As a change past the triggers, which refuse it.
  const setRefund = (appointmentId: string, refund: number | null) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx
        .updateTable('payments')
        .set({ refund_amount: refund })
        .where('appointment_id', '=', appointmentId)
        .execute()
    })
  const payments = [await paymentOf(completed), await paymentOf(cancelledLate), await paymentOf(cancelledByCenter)]
  await setRefund(completed, 1)
  await setRefund(cancelledLate, 75_000)
  await setRefund(cancelledByCenter, null)
  const commissions = [await commissionOf(completed), await commissionOf(cancelledLate)]
  const wrong = await verifyLedger(db)
  expect(wrong.map(({ table, id }) => `${table} ${id}`)).toEqual([
    ...payments.map(({ id }) => `payments ${id}`),
    `appointments ${cancelledByCenter}`,
    ...commissions.map(({ id }) => `commissions ${id}`),
  ])
  expect(wrong.map(({ fault }) => fault)).toEqual([
    'refunds 1 of 150001 cents, but the appointment is completed with a refund of 0 %',
    'refunds 75000 of 150001 cents, but the appointment is cancelled with a refund of 50 %',
    'refunds 0 of 150001 cents, but the appointment is cancelled with a refund of 100 %',
    'has no commission on its 150001 cents',
    'is on 150001 cents, but its appointment owes one on 150000',
    'is on 75000 cents, but its appointment owes one on 75001',
  ])
  for (const [index, id] of [completed, cancelledLate, cancelledByCenter].entries()) {
    await setRefund(id, payments[index]?.refund_amount ?? null)
  }
  expect(await verifyLedger(db)).toEqual([])
})

test('a commission that is missing, wrongly computed, wrongly pending, or cancelled without an action of staff is reported', async () => {
  const { completed, reopened, cancelledLate } = await buildOutcomes()
  const third = await commissionOf(cancelledLate)
  const [first, second] = [await commissionOf(completed), await commissionOf(reopened)]
  const set = (id: string, change: { status?: string; commission_amount?: number }) =>
    db.updateTable('commissions').set(change).where('id', '=', id).execute()
  await set(first.id, { status: 'cancelled' })
  await set(second.id, { status: 'pending' })
  await set(third.id, { commission_amount: 7501 })
  const { id: earned } = await db
    .selectFrom('points_transactions')
    .select('id')
    .where('reference_id', '=', completed)
    .executeTakeFirstOrThrow()
  const commissions = [first, second, third].map(({ id }) => `commissions ${id}`)
  expect(new Set(await findFaultyRows())).toEqual(new Set([...commissions, `points_transactions ${earned}`]))
  await db.deleteFrom('commissions').where('id', '=', first.id).execute()
  await set(second.id, { status: 'cancelled' })
  await set(third.id, { commission_amount: 7500 })
  expect(await verifyLedger(db)).toEqual([
    { table: 'appointments', id: completed, fault: 'has no commission on its 150001 cents' },
    {
      table: 'points_transactions',
      id: earned,
      fault: 'is for an appointment whose commission and payments through Senda do not cover them',
    },
  ])
  const { due_amount: _, ...columns } = first
  await db.insertInto('commissions').values(columns).execute()
})

test('a settlement whose sum differs from its commissions is reported', async () => {
  const { desk, completed } = await buildOutcomes()
  const id = newId()
  await db
    .insertInto('commission_settlements')
    .values({
      id,
      center_id: desk.centerId,
      reference: 'Giro 1',
      commission_count: 1,
      total_amount: 15_000,
      settled_by: desk.owner,
      created_at: clock.now(),
    })
    .execute()
  expect(await findFaultyRows()).toEqual([`commission_settlements ${id}`])
  await db
    .updateTable('commissions')
    .set({ status: 'paid', paid_at: clock.now(), settlement_id: id })
    .where('appointment_id', '=', completed)
    .execute()
  expect(await verifyLedger(db)).toEqual([])
  await db.updateTable('commission_settlements').set({ undone_at: clock.now() }).where('id', '=', id).execute()
  expect((await verifyLedger(db)).map(({ fault }) => fault)).toEqual([
    'was undone, but 1 commissions for 15000 cents are paid with it',
  ])
  await db.updateTable('commission_settlements').set({ undone_at: null }).where('id', '=', id).execute()
})

test('a balance of points that is not the sum of its movements is reported, also when its row is missing', async () => {
  const [{ patientId }, other] = [await buildPatient(platform), await buildPatient(platform)]
  for (const userId of [patientId, other.patientId]) {
    const appointment = { patientId: userId, startsAt: inHours(48), status: 'cancelled' } as const
    const { appointmentId } = await buildAppointment(platform, appointment)
    await db.transaction().execute((tx) =>
      grantPoints(tx, {
        userId,
        points: 100,
        type: 'bonus',
        description: 'Una cita',
        reference: { type: 'appointment', id: appointmentId },
        now: clock.now(),
      }),
    )
  }
  expect(await verifyLedger(db)).toEqual([])
  await sql`update user_points set available_points = 99 where user_id = ${patientId}`.execute(db)
  await sql`delete from user_points where user_id = ${other.patientId}`.execute(db)
  expect(new Set((await verifyLedger(db)).map(({ id, fault }) => `${id} ${fault}`))).toEqual(
    new Set([
      `${patientId} has 99 points (100 ever earned), but its movements sum to 100 (100)`,
      `${other.patientId} has 0 points (0 ever earned), but its movements sum to 100 (100)`,
    ]),
  )
  await sql`update user_points set available_points = 100 where user_id = ${patientId}`.execute(db)
  await sql`insert into user_points (user_id, available_points, lifetime_points, updated_at, last_movement_at)
    values (${other.patientId}, 100, 100, ${clock.now()}, ${clock.now()})`.execute(db)
})

test('a compensation for an appointment that takes place is reported', async () => {
  const { appointmentId, patientId: userId } = await buildAppointment(platform, { startsAt: inHours(48) })
  const reference = { type: 'appointment', id: appointmentId } as const
  const gift = { userId, points: 100, type: 'bonus', description: 'Una cita', reference } as const
  await db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: clock.now() }))
  expect((await verifyLedger(db)).map(({ fault }) => fault)).toEqual([
    'is a compensation for an appointment that is confirmed',
  ])
  await db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancelled_at: clock.now(), cancelled_by: 'center' })
    .where('id', '=', appointmentId)
    .execute()
  expect(await verifyLedger(db)).toEqual([])
})

test('points that no completion, review or verified address explains are reported', async () => {
  const { completed } = await buildOutcomes()
  const { patient_id: owner } = await db
    .selectFrom('appointments')
    .select('patient_id')
    .where('id', '=', completed)
    .executeTakeFirstOrThrow()
  const { patientId: other } = await buildPatient(platform)
  const future = await bookOnline(platform, { desk: await buildDesk(platform), startsAt: inHours(1) })
  const atDesk = await buildAppointment(platform, { startsAt: inHours(-48), status: 'completed' })
  await db.updateTable('appointments').set({ booked_by: 'center' }).where('id', '=', atDesk.appointmentId).execute()
  // Movements that the database refuses, as if the tables had been changed later.
  await sql`alter table points_transactions disable trigger points_transactions_of_center`.execute(db)
  const ids: string[] = []
  const grant = (userId: string, points: number, type: 'appointment' | 'review' | 'account', reference: string) =>
    db.transaction().execute(async (tx) => {
      const gift = {
        userId,
        points,
        type: 'earned',
        description: 'Prueba',
        reference: { type, id: reference },
      } as const
      await grantPoints(tx, { ...gift, now: new Date(clock.now().getTime() + 1000) })
      const row = await tx
        .selectFrom('points_transactions')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      ids.push(row.id)
    })
  await grant(owner ?? '', 51, 'review', completed)
  await grant(other, 200, 'account', other)
  await grant(other, 100, 'appointment', future)
  await sql`
    insert into points_transactions (id, user_id, points_amount, transaction_type, description, reference_type, reference_id,
      center_id, created_at)
    values (${newId()}, ${atDesk.patientId}, 100, 'earned', '', 'appointment', ${atDesk.appointmentId}, ${atDesk.centerId},
      ${clock.now()}) returning id`
    .execute(db)
    .then(({ rows }) => ids.push(...rows.map((row) => (row as { id: string }).id)))
  await sql`update user_points set available_points = 100 where user_id = ${atDesk.patientId}`.execute(db)
  await sql`alter table points_transactions enable trigger points_transactions_of_center`.execute(db)
  const wrong = (await verifyLedger(db)).filter(({ table }) => table === 'points_transactions')
  expect(wrong.map(({ id, fault }) => `${id} ${fault}`).toSorted()).toEqual(
    [
      `${ids[0]} counts for no centre`,
      `${ids[0]} is 51 points for a review`,
      `${ids[0]} is of a review that earned 51 points`,
      `${ids[1]} is for an address that is not verified`,
      `${ids[2]} counts for no centre`,
      `${ids[2]} is for an appointment of another account`,
      `${ids[3]} is for an appointment whose commission and payments through Senda do not cover them`,
    ].toSorted(),
  )
  await sql`delete from points_transactions where id = any(${ids}::uuid[])`.execute(db)
  await sql`update user_points set (available_points, lifetime_points) = (
    select coalesce(sum(points_amount), 0), coalesce(sum(points_amount), 0) from points_transactions
    where points_transactions.user_id = user_points.user_id)`.execute(db)
})

test('a completed appointment whose points are missing is reported', async () => {
  const { completed } = await buildOutcomes()
  expect(await findFaultyRows()).toEqual([])
  const { user_id: userId } = await db
    .deleteFrom('points_transactions')
    .where('reference_id', '=', completed)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user_points')
    .set({ available_points: 0, lifetime_points: 0 })
    .where('user_id', '=', userId)
    .execute()
  expect(await verifyLedger(db)).toMatchObject([
    { table: 'appointments', id: completed, fault: 'earned 0 of 100 points' },
  ])
})

test('points that were spent on the day of their consultation, and a balance below zero without a reversal, are reported', async () => {
  const { completed } = await buildOutcomes()
  const { patient_id: userId } = await db
    .selectFrom('appointments')
    .select('patient_id')
    .where('id', '=', completed)
    .executeTakeFirstOrThrow()
  await sql`update center_points_days set date = date - 7`.execute(db)
  await sql`alter table points_transactions disable trigger points_transactions_spendable`.execute(db)
  await sql`insert into points_transactions (id, user_id, points_amount, transaction_type, description, created_at)
    values (${newId()}, ${userId}, -130, 'redeemed', '', ${clock.now()})`.execute(db)
  await sql`update user_points set available_points = -30 where user_id = ${userId}`.execute(db)
  const faults = (await verifyLedger(db)).filter(({ id }) => id === userId).map(({ fault }) => fault)
  expect(faults).toEqual([
    'has -30 points, of which only 0 were taken back',
    expect.stringMatching(/^spends 130 points on \S+, but had 0$/),
  ])
})

test('a day of a centre that counts fewer points than it gave is reported', async () => {
  const { desk } = await buildOutcomes()
  await sql`update center_points_days set points = 0 where center_id = ${desk.centerId}`.execute(db)
  const faults = (await verifyLedger(db)).filter(({ id }) => id === desk.centerId).map(({ fault }) => fault)
  expect(faults).toEqual([expect.stringMatching(/^counts 0 points on \S+, but gave 200$/)])
})
