import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { readPayments } from '#server/features/appointments/usecases/read-payments.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import {
  applyPromotion,
  releaseExpiredUses,
  releasePromotion,
} from '#server/features/promotions/usecases/apply-promotion.ts'
import { readOwnPrices } from '#server/features/promotions/usecases/read-own-prices.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import type { Outcome } from '#server/simulado/cards.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { readQuote } from './usecases/read-quote.ts'
import { settleCheckouts } from './usecases/settle-checkouts.ts'
import { settleFree } from './usecases/settle-free.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const price = 150_000
const address = '203.0.113.7'
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

async function bookVisit({ hours = 48 } = {}) {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + hours * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  return { desk, patientId, appointmentId }
}

type Visit = Awaited<ReturnType<typeof bookVisit>>

/** A reserved promotion of the visit's centre, or of Senda. */
async function withPromotion(visit: Visit, input: { isSenda?: boolean; discountValue?: number } = {}) {
  const { centerId } = visit.desk
  const ownerId = input.isSenda ? null : centerId
  const { discountValue = 20 } = input
  const { code, promotionId } = await buildPromotion(platform, {
    centerId: ownerId,
    createdBy: centerId,
    discountValue,
  })
  const { id } = await applyPromotion(platform, { userId: visit.patientId, address, code, orderCents: price })
  return { promotionId, discount: { kind: 'promotion', id } as const }
}

async function withReward(visit: Visit, input: Parameters<typeof buildReward>[1] = {}) {
  const { patientId: userId } = visit
  await db.transaction().execute((tx) =>
    grantPoints(tx, {
      userId,
      points: 100,
      type: 'bonus',
      description: 'Un regalo',
      reference: { type: 'account', id: newId() },
      now: clock.now(),
    }),
  )
  const rewardId = await buildReward(platform, input)
  const { id } = await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
  return { kind: 'reward', id } as const
}

async function pay(visit: Visit, input: { outcome?: Outcome; totalCents: number; discount?: Discount }) {
  const { outcome = 'approved', ...price } = input
  const token = await cardToken(platform, outcome)
  const { patientId, appointmentId } = visit
  const request = { patientId, appointmentId, method: 'card', token, idempotencyKey: newId(), address } as const
  return (await startCheckout(platform, { ...request, ...price })).checkout
}

type Discount = { kind: 'promotion' | 'reward'; id: string }

const discountOf = (appointmentId: string) =>
  db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(['discount_amount as cents', 'discount_payer as payer', 'paid_amount as paid'])
    .executeTakeFirstOrThrow()
const useOf = ({ id }: Discount) =>
  db.selectFrom('promotion_usage').where('id', '=', id).select(['status', 'appointment_id']).executeTakeFirstOrThrow()
const usedCount = async (promotionId: string) =>
  (await db.selectFrom('promotions').where('id', '=', promotionId).select('used_count').executeTakeFirstOrThrow())
    .used_count
const redemptionOf = ({ id }: Discount) =>
  db.selectFrom('reward_redemptions').where('id', '=', id).select('status').executeTakeFirstOrThrow()
const cancel = ({ patientId, appointmentId }: Visit) =>
  cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
const paymentsOf = ({ patientId, appointmentId }: Visit) =>
  readPayments(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
/** The ledger's faults, without the points that this test grants and no appointment explains. */
const faults = async () => (await verifyLedger(db)).filter(({ table }) => table !== 'points_transactions')

describe('a promotion', () => {
  test('that the patient applied is a line of the price, and is consumed by the payment', async () => {
    const visit = await bookVisit()
    const { discount, promotionId } = await withPromotion(visit)
    expect(await readQuote(platform, visit)).toMatchObject({
      lines: [
        { kind: 'service', amountCents: price },
        { kind: 'promotion', amountCents: -30_000 },
      ],
      totalCents: 120_000,
      discount: { id: discount.id, discountCents: 30_000 },
    })
    expect(await readQuote(platform, { ...visit, discountId: 'none' })).toMatchObject({ totalCents: price })
    expect(await pay(visit, { totalCents: 120_000, discount })).toMatchObject({ status: 'approved' })
    expect(await discountOf(visit.appointmentId)).toEqual({ cents: 30_000, payer: 'center', paid: 120_000 })
    expect(await useOf(discount)).toEqual({ status: 'consumed', appointment_id: visit.appointmentId })
    expect(await usedCount(promotionId)).toBe(1)
    expect(await paymentsOf(visit)).toMatchObject({
      discount: { kind: 'promotion', discountCents: 30_000, pointsUsed: null },
      payments: [{ amountCents: 120_000, method: 'online', refundedCents: 0, receiptId: expect.any(String) }],
    })
    await expect(readQuote(platform, visit)).rejects.toEqual(withCode('checkouts.already_paid'))
    expect(await faults()).toEqual([])
  })

  test.each([
    ['declined', 'declined'],
    ['insufficient_funds', 'declined'],
  ] as const)('stays reserved when the card is refused as %s, and lowers the next attempt', async (outcome, status) => {
    const visit = await bookVisit()
    const { discount } = await withPromotion(visit)
    expect(await pay(visit, { outcome, totalCents: 120_000, discount })).toMatchObject({ status })
    expect(await useOf(discount)).toMatchObject({ status: 'reserved' })
    expect(await pay(visit, { totalCents: 120_000, discount })).toMatchObject({ status: 'approved' })
  })

  test('is given back by a cancellation', async () => {
    const visit = await bookVisit()
    const { discount, promotionId } = await withPromotion(visit)
    await pay(visit, { totalCents: 120_000, discount })
    await cancel(visit)
    expect(await useOf(discount)).toMatchObject({ status: 'released' })
    expect(await usedCount(promotionId)).toBe(0)
    expect(await faults()).toEqual([])
  })

  test('is given back when the centre refunds everything after the consultation', async () => {
    const visit = await bookVisit({ hours: 1 })
    const { discount, promotionId } = await withPromotion(visit)
    await pay(visit, { totalCents: 120_000, discount })
    later(3 * hourMs)
    await completeAppointment(platform, visit.desk.at(visit.appointmentId))
    const payment = await db
      .selectFrom('payments')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    const refund = { paymentId: payment.id, refundedCents: 0, reason: 'No se atendió' }
    await refundPayment(platform, { ...visit.desk.at(visit.appointmentId), ...refund, amountCents: 120_000 })
    expect(await useOf(discount)).toMatchObject({ status: 'released' })
    expect(await usedCount(promotionId)).toBe(0)
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('does not expire while a checkout in progress needs it', async () => {
    const visit = await bookVisit()
    const { discount } = await withPromotion(visit)
    const checkout = await pay(visit, { outcome: 'no_response', totalCents: 120_000, discount })
    expect(checkout.status).toBe('created')
    await sql`update promotion_usage set expires_at = ${clock.now()} where id = ${discount.id}`.execute(db)
    await releaseExpiredUses(platform)
    expect(await useOf(discount)).toMatchObject({ status: 'reserved' })
    later(2 * minuteMs)
    await settleCheckouts(platform)
    expect(await useOf(discount)).toMatchObject({ status: 'consumed' })
    clock.set(start)
  })

  test('that was released before the charge is approved causes a full refund', async () => {
    const visit = await bookVisit()
    const { discount } = await withPromotion(visit)
    const checkout = await pay(visit, { outcome: 'no_response', totalCents: 120_000, discount })
    await releasePromotion(platform, { userId: visit.patientId, useId: discount.id })
    later(2 * minuteMs)
    await settleCheckouts(platform)
    expect(await discountOf(visit.appointmentId)).toEqual({ cents: 0, payer: null, paid: 0 })
    const refunds = await db
      .selectFrom('gateway_refunds')
      .where('checkout_id', '=', checkout.id)
      .select(['amount', 'reason'])
      .execute()
    expect(refunds).toEqual([{ amount: 120_000, reason: 'not_payable' }])
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('lowers one of two appointments that are paid with it simultaneously', async () => {
    const visit = await bookVisit()
    const { discount } = await withPromotion(visit)
    const startsAt = new Date(clock.now().getTime() + 96 * hourMs)
    const second = {
      ...visit,
      ...(await buildAppointment(platform, { ...visit.desk, patientId: visit.patientId, startsAt })),
    }
    const outcomes = await Promise.allSettled(
      [visit, second].map((each) => pay(each, { totalCents: 120_000, discount })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason.code).toMatch(/^checkouts\.(discount_in_use|discount_lost)$/)
      }
    }
    expect(await faults()).toEqual([])
  })

  test('of another centre, of another patient, or below its minimum is not offered', async () => {
    const [visit, other] = [await bookVisit(), await bookVisit()]
    const { discount } = await withPromotion(visit)
    await expect(pay(other, { totalCents: 120_000, discount })).rejects.toEqual(withCode('checkouts.discount_lost'))
    const { code } = await buildPromotion(platform, { centerId: visit.desk.centerId, minimumCents: 200_000 })
    await buildAppointment(platform, { patientId: other.patientId, centerId: visit.desk.centerId })
    await applyPromotion(platform, { userId: other.patientId, address, code, orderCents: 200_000 })
    expect((await readQuote(platform, other)).discounts).toEqual([])
  })
})

describe('a reward', () => {
  test('is proposed like a promotion, used when the patient pays with it, and credited to the centre', async () => {
    const visit = await bookVisit({ hours: 1 })
    const discount = await withReward(visit)
    expect(await readQuote(platform, { ...visit, discountId: 'none' })).toMatchObject({ discount: undefined })
    expect(await readQuote(platform, visit)).toMatchObject({ totalCents: 130_000, discount: { id: discount.id } })
    await pay(visit, { totalCents: 130_000, discount })
    expect(await redemptionOf(discount)).toEqual({ status: 'used' })
    expect((await paymentsOf(visit)).discount).toMatchObject({
      kind: 'reward',
      discountCents: 20_000,
      pointsUsed: expect.any(Number),
    })
    later(3 * hourMs)
    await completeAppointment(platform, visit.desk.at(visit.appointmentId))
    const commission = await db
      .selectFrom('commissions')
      .where('appointment_id', '=', visit.appointmentId)
      .select(['payment_amount', 'commission_amount', 'credit_amount'])
      .executeTakeFirstOrThrow()
    expect(commission).toEqual({ payment_amount: price, commission_amount: 15_000, credit_amount: 20_000 })
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('can be used again after a cancellation', async () => {
    const visit = await bookVisit()
    const discount = await withReward(visit)
    await pay(visit, { totalCents: 130_000, discount })
    await cancel(visit)
    expect(await redemptionOf(discount)).toEqual({ status: 'pending' })
    expect(await faults()).toEqual([])
  })

  test('that covers the price settles the appointment without a charge, once', async () => {
    const visit = await bookVisit()
    const discount = await withReward(visit, { discountCents: 500_000 })
    const quote = await readQuote(platform, { ...visit, discountId: discount.id })
    expect(quote).toMatchObject({ totalCents: 0, discount: { discountCents: price } })
    for (const _ of [1, 2]) expect(await settleFree(platform, { ...visit, discount })).toBe(price)
    expect(await discountOf(visit.appointmentId)).toEqual({ cents: price, payer: 'senda', paid: 0 })
    expect(await faults()).toEqual([])
  })

  test('that a payment in progress uses settles nothing else, whatever kind the request names', async () => {
    const visit = await bookVisit()
    const discount = await withReward(visit, { discountCents: 100_000 })
    await pay(visit, { outcome: 'pending', totalCents: 50_000, discount })
    const startsAt = new Date(clock.now().getTime() + 96 * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...visit.desk, patientId: visit.patientId, startsAt })
    await db.updateTable('appointments').set({ price: 90_000 }).where('id', '=', appointmentId).execute()
    for (const kind of ['reward', 'promotion'] as const) {
      const settled = settleFree(platform, { ...visit, appointmentId, discount: { ...discount, kind } })
      await expect(settled).rejects.toEqual(withCode('checkouts.discount_in_use'))
    }
    expect(await redemptionOf(discount)).toEqual({ status: 'pending' })
  })

  test('that covers only a part of the price does not settle the appointment', async () => {
    const visit = await bookVisit()
    const discount = await withReward(visit)
    await expect(settleFree(platform, { ...visit, discount })).rejects.toEqual(withCode('checkouts.not_free'))
  })

  test('of another account is refused', async () => {
    const [visit, other] = [await bookVisit(), await bookVisit()]
    const discount = await withReward(visit, { discountCents: 500_000 })
    await expect(settleFree(platform, { ...other, discount })).rejects.toEqual(withCode('checkouts.discount_lost'))
  })

  test('takes off at most the amount that is still due', async () => {
    const visit = await bookVisit()
    const discount = await withReward(visit, { discountCents: 100_000 })
    await collectPayment(platform, { ...visit.desk.at(visit.appointmentId), amountCents: 80_000, method: 'efectivo' })
    expect(await readQuote(platform, { ...visit, discountId: discount.id })).toMatchObject({
      totalCents: 0,
      discount: { discountCents: 70_000 },
    })
  })
})

test.each([
  ['of the centre', false, { payment_amount: 120_000, commission_amount: 12_000, credit_amount: 0 }],
  ['of Senda', true, { payment_amount: price, commission_amount: 15_000, credit_amount: 30_000 }],
] as const)('a promotion %s changes the commission and the credit as agreed', async (_, isSenda, expected) => {
  const visit = await bookVisit({ hours: 1 })
  const { discount } = await withPromotion(visit, { isSenda })
  await pay(visit, { totalCents: 120_000, discount })
  later(3 * hourMs)
  await completeAppointment(platform, visit.desk.at(visit.appointmentId))
  const commission = await db
    .selectFrom('commissions')
    .where('appointment_id', '=', visit.appointmentId)
    .select(['payment_amount', 'commission_amount', 'credit_amount'])
    .executeTakeFirstOrThrow()
  expect(commission).toEqual(expected)
  expect(await faults()).toEqual([])
  clock.set(start)
})

describe('a reservation of a promotion with one use', () => {
  async function lastUse() {
    const visit = await bookVisit()
    const { centerId } = visit.desk
    const { code } = await buildPromotion(platform, { centerId, usageLimit: 1 })
    const next = (await buildPatient(platform, { verified: true })).patientId
    const startsAt = new Date(clock.now().getTime() + 96 * hourMs)
    await buildAppointment(platform, { ...visit.desk, patientId: next, startsAt })
    const apply = (userId: string) => applyPromotion(platform, { userId, address, code, orderCents: price })
    await apply(visit.patientId)
    await expect(apply(next)).rejects.toEqual(withCode('promotions.invalid'))
    const caller = { userId: visit.patientId, visitorKey: undefined }
    return { ...visit, caller, applyNext: () => apply(next) }
  }

  test('is released when its patient cancels the appointment, so the next patient has it', async () => {
    const { appointmentId, caller, applyNext } = await lastUse()
    await cancelAppointment(platform, { caller, appointmentId, reason: '' })
    expect(await applyNext()).toMatchObject({ status: 'reserved' })
    const faults = await verifyLedger(db)
    expect(faults.filter(({ table }) => table.startsWith('promotion'))).toEqual([])
  })

  test('is released when its patient moves the appointment away', async () => {
    const { appointmentId, caller, applyNext } = await lastUse()
    await moveAppointment(platform, { caller, appointmentId, startsAt: monday })
    expect(await applyNext()).toMatchObject({ status: 'reserved' })
  })

  test('stays while the patient has another unpaid appointment at the centre', async () => {
    const { desk, patientId, appointmentId, caller, applyNext } = await lastUse()
    const startsAt = new Date(clock.now().getTime() + 72 * hourMs)
    await buildAppointment(platform, { ...desk, patientId, startsAt })
    await cancelAppointment(platform, { caller, appointmentId, reason: '' })
    await expect(applyNext()).rejects.toEqual(withCode('promotions.invalid'))
  })
})

describe('the price that is shown before booking', () => {
  const shown = async ({ patientId: userId, desk: { centerId } }: Visit, priceCents = price) =>
    (await readOwnPrices(platform, { userId, prices: [{ centerId, priceCents }] }))[0]
  const quoted = async ({ patientId, appointmentId }: Visit, discountId: string) =>
    (await readQuote(platform, { patientId, appointmentId, discountId })).totalCents

  test('it is none without a discount', async () => {
    expect(await shown(await bookVisit())).toBeUndefined()
  })

  test('with a reward, and with a promotion that was applied, it is what the payment then asks for', async () => {
    const visit = await bookVisit()
    const reward = await withReward(visit)
    expect(await shown(visit)).toMatchObject({ kind: 'reward', code: null, finalCents: await quoted(visit, reward.id) })
    const { discount } = await withPromotion(visit)
    expect(await shown(visit)).toMatchObject({
      kind: 'promotion',
      code: null,
      isOfCenter: true,
      finalCents: await quoted(visit, discount.id),
    })
  })

  test('with a published promotion it is what the payment asks for with its code, and not once that was used', async () => {
    const visit = await bookVisit()
    const { centerId } = visit.desk
    const { code } = await buildPromotion(platform, {
      centerId,
      discountValue: 20,
      isPublic: true,
      minimumCents: price,
    })
    expect(await shown(visit, price - 1)).toBeUndefined()
    const promised = await shown(visit)
    expect(promised).toMatchObject({ kind: 'promotion', code, isOfCenter: true })
    const { id } = await applyPromotion(platform, { userId: visit.patientId, address, code, orderCents: price })
    expect(promised?.finalCents).toBe(await quoted(visit, id))
    await pay(visit, { totalCents: promised?.finalCents ?? 0, discount: { kind: 'promotion', id } })
    expect(await shown(visit)).toBeUndefined()
  })

  test('an address that is not confirmed, another centre, the end of a promotion and one that is used up give none', async () => {
    const visit = await bookVisit()
    const other = await bookVisit()
    const { centerId } = visit.desk
    await buildPromotion(platform, { centerId, isPublic: true, days: 1 })
    expect(await shown({ ...visit, patientId: (await buildPatient(platform)).patientId })).toBeUndefined()
    expect(await shown({ ...other, patientId: visit.patientId })).toBeUndefined()
    expect(await shown(visit)).toBeDefined()
    await db.updateTable('promotions').set({ usage_limit: 1 }).where('center_id', '=', centerId).execute()
    await withCodeOf(centerId, other)
    expect(await shown(visit)).toBeUndefined()
  })

  test('a reward for which the centre has no room gives none', async () => {
    const visit = await bookVisit()
    await withReward(visit, { discountCents: 140_000 })
    expect(await shown(visit)).toBeDefined()
    await db
      .updateTable('reward_redemptions')
      .set({ discount_value: 400_000 })
      .where('user_id', '=', visit.patientId)
      .execute()
    expect(await shown(visit, 500_000)).toBeUndefined()
  })
})

/** The promotion's only use is taken by another patient. */
async function withCodeOf(centerId: string, { patientId: userId, desk }: Visit) {
  const { code } = await db
    .selectFrom('promotions')
    .select('code')
    .where('center_id', '=', centerId)
    .executeTakeFirstOrThrow()
  const startsAt = new Date(clock.now().getTime() + 96 * hourMs)
  expect(desk.centerId).not.toBe(centerId)
  const { professionalId, serviceId } = await buildService(platform, { centerId })
  await buildAppointment(platform, { centerId, professionalId, serviceId, patientId: userId, startsAt })
  await applyPromotion(platform, { userId, address, code, orderCents: price })
}
