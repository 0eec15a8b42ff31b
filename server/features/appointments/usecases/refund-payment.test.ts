import { expect, test } from 'vitest'
import { listRecords } from '#server/features/centers/repository/records.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { findAppointment } from '../repository/appointments.ts'
import { agendaRoutes } from '../routes/agenda.ts'
import { collectPayment } from './collect-payment.ts'
import { completeAppointment, reopenAppointment } from './mark-appointment.ts'
import { refundPayment } from './refund-payment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const price = 150_000
const reason = 'La sesión se cortó a la mitad'

/** A completed appointment of a patient with a verified address, paid in cash or with a card. */
async function paidVisit(method: 'efectivo' | 'online' = 'efectivo') {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() - hourMs / 2)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const at = desk.at(appointmentId)
  if (method === 'efectivo') await collectPayment(platform, { ...at, amountCents: price, method })
  else {
    const token = await cardToken(platform, 'approved')
    const request = {
      patientId,
      appointmentId,
      method: 'card',
      token,
      totalCents: price,
      idempotencyKey: newId(),
    } as const
    await startCheckout(platform, { ...request, address: '203.0.113.7' })
  }
  const { row } = await completeAppointment(platform, at)
  const paymentId = row.payments?.[0]?.id ?? 0
  const refund = (amountCents: number, refundedCents = 0, userId = desk.reception) =>
    refundPayment(platform, { ...at, userId, paymentId, amountCents, refundedCents, reason })
  return { desk, at, patientId, appointmentId, paymentId, refund }
}

const commissionOf = (appointmentId: string) =>
  db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .select(['status', 'payment_amount', 'commission_amount'])
    .executeTakeFirst()
const availableOf = async (userId: string) => (await pointsOf(platform, { userId })).points?.available ?? 0
const movementsOf = (centerId: string) =>
  db
    .selectFrom('till_movements')
    .where('center_id', '=', centerId)
    .orderBy('id')
    .select(['kind', 'amount', 'method', 'member_id'])
    .execute()

test('a refund in part reduces the commission, and a full one cancels it and takes the points back', async () => {
  const { desk, patientId, appointmentId, refund } = await paidVisit()
  expect(await commissionOf(appointmentId)).toEqual({
    status: 'pending',
    payment_amount: price,
    commission_amount: 15_000,
  })
  expect(await availableOf(patientId)).toBe(100)

  const part = await refund(50_000)
  expect(part.row).toMatchObject({ paidCents: price, payments: [{ refundCents: 50_000 }] })
  expect(await commissionOf(appointmentId)).toMatchObject({ payment_amount: 100_000, commission_amount: 10_000 })
  expect(await availableOf(patientId)).toBe(100)

  expect(await findAppointment(db, { appointmentId })).toMatchObject({ paidCents: price, refundedCents: 50_000 })

  await refund(100_000, 50_000)
  expect(await commissionOf(appointmentId)).toMatchObject({ status: 'cancelled' })
  const { points, pointMovements } = await pointsOf(platform, { userId: patientId })
  expect(points).toMatchObject({ available: 0, lifetime: 0 })
  expect(pointMovements).toMatchObject([{ points: 100 }, { points: -100, type: 'reversed' }])
  expect(await movementsOf(desk.centerId)).toEqual([
    { kind: 'collected', amount: price, method: 'efectivo', member_id: desk.reception },
    { kind: 'refunded', amount: -50_000, method: 'efectivo', member_id: desk.reception },
    { kind: 'refunded', amount: -100_000, method: 'efectivo', member_id: desk.reception },
  ])
  const mails = await db
    .selectFrom('outbound_mails')
    .where('kind', '=', 'appointments.refunded_by_center')
    .select('id')
    .execute()
  expect(mails).toHaveLength(2)
  await expect(refund(1, price)).rejects.toEqual(withCode('appointments.not_changeable'))
  await expect(reopenAppointment(platform, desk.at(appointmentId))).rejects.toEqual(
    withCode('appointments.not_changeable'),
  )
  expect(await verifyLedger(db)).toEqual([])
})

test('staff read beside a centre how many completed visits of patients its desk gave money back for, without those online', async () => {
  const { desk, refund } = await paidVisit()
  const sharesOf = async (centerId: string) => {
    const page = { staffId: newId(), order: 'newest', text: undefined, status: undefined, after: undefined } as const
    const rows = await listRecords(db, { ...page, now: clock.now(), limit: 100 })
    return rows.find(({ id }) => id === centerId)?.deskRefunds
  }
  expect(await sharesOf(desk.centerId)).toEqual({ refunded: 0, completed: 1 })
  await refund(50_000)
  await refund(100_000, 50_000)
  expect(await sharesOf(desk.centerId)).toEqual({ refunded: 1, completed: 1 })
  const online = await paidVisit('online')
  await online.refund(price)
  expect(await sharesOf(online.desk.centerId)).toEqual({ refunded: 0, completed: 1 })
})

test('an online payment goes back through the gateway, in parts', async () => {
  const { desk, appointmentId, refund } = await paidVisit('online')
  await refund(40_000)
  expect((await refund(60_000, 40_000)).row.payments).toMatchObject([{ refundCents: 100_000, refundedAt: null }])
  await runJobs(platform, { only: 'payments.refund' })
  const payment = await db
    .selectFrom('payments')
    .innerJoin('checkouts', 'checkouts.id', 'payments.checkout_id')
    .where('payments.appointment_id', '=', appointmentId)
    .select(['refund_amount', 'refunded_at', 'refunded_amount'])
    .executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ refund_amount: 100_000, refunded_amount: 100_000, refunded_at: clock.now() })
  expect((await movementsOf(desk.centerId)).map(({ amount }) => amount)).toEqual([price, -100_000])
  expect(await commissionOf(appointmentId)).toMatchObject({ payment_amount: 50_000, commission_amount: 5000 })
  expect(await verifyLedger(db)).toEqual([])
})

test('of many simultaneous refunds one is recorded, and never more than was paid', async () => {
  const { appointmentId, refund } = await paidVisit()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => refund(100_000)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('agenda.refunded_meanwhile'))
  }
  await expect(refund(50_001, 100_000)).rejects.toMatchObject({
    code: 'agenda.more_than_paid',
    data: { leftCents: 50_000 },
  })
  const { refund_amount: refunded } = await db
    .selectFrom('payments')
    .where('appointment_id', '=', appointmentId)
    .select('refund_amount')
    .executeTakeFirstOrThrow()
  expect(refunded).toBe(100_000)
})

test('an appointment that is completed again earns its points once', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(clock.now().getTime() - hourMs / 2)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const at = desk.at(appointmentId)
  const seen: number[] = []
  for (const change of [completeAppointment, completeAppointment, reopenAppointment, completeAppointment]) {
    await change(platform, at)
    seen.push(await availableOf(patientId))
  }
  expect(seen).toEqual([100, 100, 0, 100])
  expect(await verifyLedger(db)).toEqual([])
})

test('points that were spent are taken back once, and leave the balance below zero', async () => {
  const { patientId, appointmentId, refund } = await paidVisit()
  await db
    .insertInto('points_transactions')
    .values({
      id: newId(),
      user_id: patientId,
      points_amount: -70,
      transaction_type: 'redeemed',
      description: 'Canje',
      created_at: clock.now(),
    })
    .execute()
  await db.updateTable('user_points').set({ available_points: 30 }).where('user_id', '=', patientId).execute()
  await refund(price)
  expect(await availableOf(patientId)).toBe(-70)
  expect(await commissionOf(appointmentId)).toMatchObject({ status: 'cancelled' })
  expect(await verifyLedger(db)).toEqual([])
})

test('a refund is refused to a professional and a stranger, and with invalid input', async () => {
  const { desk, at, patientId, paymentId } = await paidVisit()
  const { userId, ...ofAppointment } = at
  const input = { ...ofAppointment, paymentId, amountCents: 1000, refundedCents: 0, reason }
  const as = (caller: string, changes: object = {}) =>
    clientOf(platform, agendaRoutes, caller).refund({ ...input, ...changes })
  await expect(as(desk.professional)).rejects.toMatchObject({ code: 'agenda.reception_only' })
  await expect(as(patientId)).rejects.toMatchObject({ status: 404 })
  await expect(as(userId, { paymentId: paymentId + 1000 })).rejects.toMatchObject({ code: 'agenda.unknown_payment' })
  for (const wrong of [
    { amountCents: 0 },
    { amountCents: -1 },
    { amountCents: Number.POSITIVE_INFINITY },
    { amountCents: '1000' },
    { amountCents: 0.5 },
    { reason: '   ' },
    { reason: 'x'.repeat(501) },
    { paymentId: 'uno' },
  ]) {
    await expect(as(userId, wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})
