import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { cancelDay } from '#server/features/appointments/usecases/change-day.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { exportCommissions } from '#server/features/commissions/usecases/export-commissions.ts'
import { readSummary } from '#server/features/commissions/usecases/read-summary.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { verifySums } from '#server/features/commissions/usecases/verify-sums.ts'
import { paymentsRoutes } from '#server/features/payments/payments.routes.ts'
import { exportRevenue, readRevenue } from '#server/features/payments/usecases/read-revenue.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { tillsRoutes } from '#server/features/tills/routes/tills.ts'
import { readDebts } from '#server/features/tills/usecases/debts.ts'
import { readExpected } from '#server/features/tills/usecases/read-till.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { verifyLedger } from './verify-ledger.ts'

const platform = await testPlatform()
const { db, clock } = platform
/** The highest that the contract allows. A sum of 22 of them, or one of them in hundredths, is more than an int4 holds. */
const price = 100_000_000
const visits = 22
const address = '203.0.113.11'
const days = { from: '2026-10-01', to: '2026-11-30' }

const buildCostlyDesk = () => buildDesk(platform, { priceCents: price })

async function book(desk: Desk, startsAt: Date) {
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  await db.updateTable('appointments').set({ price }).where('id', '=', appointmentId).execute()
  return { patientId, appointmentId, at: desk.at(appointmentId) }
}

async function bookPaid(desk: Desk, startsAt: Date) {
  const visit = await book(desk, startsAt)
  await collectPayment(platform, { ...visit.at, amountCents: price, method: 'efectivo' })
  return visit
}

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs)
const refundsOf = (appointmentIds: readonly string[]) =>
  db
    .selectFrom('payments')
    .where('appointment_id', 'in', appointmentIds)
    .select(['amount', 'refund_amount as refund'])
    .execute()
const setLateRefund = ({ centerId }: Desk, percent: number) =>
  db.updateTable('center_profiles').set({ late_refund_percent: percent }).where('id', '=', centerId).execute()

test('many visits of the highest price are charged, summed, settled, counted and written exactly', async () => {
  const desk = await buildCostlyDesk()
  const { centerId } = desk
  await db.updateTable('center_profiles').set({ commission_rate: 100 }).where('id', '=', centerId).execute()
  for (let n = 0; n < visits; n += 1) {
    const { at } = await bookPaid(desk, inHours(-2 * (n + 1)))
    await completeAppointment(platform, at)
  }
  const total = visits * price
  expect(await readExpected(platform, { centerId })).toMatchObject({ expected: { efectivo: total } })
  const unpaid = Array.from({ length: visits }, (_, n) => book(desk, inHours(-100 - 2 * n)))
  for (const { at } of await Promise.all(unpaid)) await completeAppointment(platform, at)
  expect(await readDebts(platform, { centerId, q: '', order: 'oldest', page: 1 })).toMatchObject({
    totalDueCents: total,
  })

  const revenue = await readRevenue(platform, { centerId, ...days })
  expect(revenue.total).toMatchObject({ consultations: 2 * visits, valueCents: 2 * total, collectedCents: total })
  expect(revenue.byMethod).toMatchObject([{ collectedCents: total }])
  const { csv } = await exportRevenue(platform, { centerId, ...days })
  expect(
    csv.match(/;1000000,00;(?:0,00;){6}1000000,00;1000000,00;0,00;0,00;0,00;1000000,00;Efectivo;0,00;1000000,00\r\n/g),
  ).toHaveLength(visits)

  const charged = { count: 2 * visits, paymentCents: 2 * total, commissionCents: 2 * total }
  expect((await readSummary(platform, { period: 'month' })).totals.pending).toEqual(charged)
  const { userId: actorId } = await buildStaff(platform, 'moderator')
  const target = { id: centerId, count: 2 * visits, commissionCents: 2 * total }
  const settlement = { actorId, period: 'month', reference: 'TRF-1', targets: [target] } as const
  expect(await settleCommissions(platform, settlement)).toEqual([{ id: centerId }])
  expect((await readSummary(platform, { period: 'month' })).totals.paid).toEqual(charged)
  const owner = clientOf(platform, paymentsRoutes, centerId)
  expect(await owner.commissions({ centerId })).toMatchObject({ owedCents: 0, paidCents: 2 * total })
  expect((await owner.settlements({ centerId })).items).toMatchObject([{ commissionCents: 2 * total }])
  const file = await new Response(
    (await exportCommissions(platform, { userId: actorId, period: 'month' })).stream(),
  ).text()
  expect(file.match(/1000000,00/g)?.length).toBeGreaterThanOrEqual(2 * visits)

  const till = clientOf(platform, tillsRoutes, desk.reception)
  const nothing = { debitCents: 0, transferCents: 0, floatLeftCents: 0, note: '', lastClosingId: null }
  await till.close({ ...nothing, centerId, cashCents: total })
  const closings = await db
    .selectFrom('till_closings')
    .select(['expected_cash', 'counted_cash'])
    .where('center_id', '=', centerId)
    .execute()
  expect(closings).toEqual([{ expected_cash: total, counted_cash: total }])
  expect(await verifySums(db)).toMatchObject({ wrong: 0 })
  expect(await verifyLedger(db)).toEqual([])
})

test('a payment of the highest price is refunded by every cancellation', async () => {
  const desk = await buildCostlyDesk()
  await setLateRefund(desk, 50)
  const late = await bookPaid(desk, inHours(2))
  const byCenter = await bookPaid(desk, inHours(4))
  const ofDay = await bookPaid(desk, inHours(72))
  await cancelAppointment(platform, { caller: { userId: late.patientId, visitorKey: undefined }, ...late })
  await cancelAtDesk(platform, { ...byCenter.at, by: 'center', reason: 'Se inundó la sala.' })
  const { refundCents } = await cancelDay(platform, {
    ...{ userId: desk.owner, centerId: desk.centerId, professionalId: desk.professionalId },
    ...{ date: '2026-11-23', reason: 'Está enferma.', blockRest: false },
  })
  expect(refundCents).toBe(price)
  expect(await refundsOf([late.appointmentId])).toEqual([{ amount: price, refund: price / 2 }])
  expect(await refundsOf([byCenter.appointmentId])).toEqual([{ amount: price, refund: price }])
  expect(await refundsOf([ofDay.appointmentId])).toEqual([{ amount: price, refund: price }])
  expect(await verifyLedger(db)).toEqual([])
})

test('the highest price is paid online with a discount, and refunded', async () => {
  const desk = await buildCostlyDesk()
  const { patientId, appointmentId, at } = await book(desk, inHours(48))
  const promotion = { centerId: desk.centerId, discountValue: 99 }
  const { code } = await buildPromotion(platform, promotion)
  const { id } = await applyPromotion(platform, { userId: patientId, address, code, orderCents: price })
  const discount = { kind: 'promotion', id } as const
  const token = await cardToken(platform, 'approved')
  const request = { patientId, appointmentId, method: 'card', token, idempotencyKey: newId(), address } as const
  const { checkout } = await startCheckout(platform, { ...request, totalCents: price / 100, discount })
  expect(checkout).toMatchObject({ status: 'approved' })
  await cancelAtDesk(platform, { ...at, by: 'center', reason: 'Se inundó la sala.' })
  expect(await refundsOf([appointmentId])).toEqual([{ amount: price / 100, refund: price / 100 }])
  expect(await verifyLedger(db)).toEqual([])
})

test('a refund of a completed visit reduces the commission on the highest price', async () => {
  const desk = await buildCostlyDesk()
  const { at, appointmentId } = await bookPaid(desk, inHours(-3 - dayMs / hourMs))
  await completeAppointment(platform, at)
  const { rows } = await sql<{ id: number }>`select id from payments where appointment_id = ${appointmentId}`.execute(
    db,
  )
  const refund = { amountCents: price - 1, refundedCents: 0, reason: 'Se cortó la sesión.' }
  await refundPayment(platform, { ...at, ...refund, paymentId: rows[0]?.id ?? 0 })
  expect(await refundsOf([appointmentId])).toEqual([{ amount: price, refund: price - 1 }])
  expect(await verifyLedger(db)).toEqual([])
})
