import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { maxCenterPointsPerDay } from '#contract/loyalty-words.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import { readDiscountOfCode } from '#server/features/appointments/usecases/discount-at-desk.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { readCancellation } from '#server/features/appointments/usecases/read-cancellation.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { deskCodeOf } from './usecases/desk-code.ts'
import { earnForCompletions, earnForVerifiedAddress, readBalance } from './usecases/points.ts'
import { redeemReward } from './usecases/redeem-reward.ts'

const platform = await testPlatform()
const { db, clock } = platform
const price = 150_000

/** An appointment of an hour ago, and what its receptionist needs. */
async function visit(bookedBy: 'patient' | 'center' = 'patient', priceCents = price) {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() - hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  await db
    .updateTable('appointments')
    .set({ booked_by: bookedBy, price: priceCents })
    .where('id', '=', appointmentId)
    .execute()
  return { desk, patientId, appointmentId, at: desk.at(appointmentId) }
}

const balanceOf = (userId: string) => readBalance(db, { userId, now: clock.now() })
const availableOf = async (userId: string) => (await balanceOf(userId)).availablePoints
const redeem = async (userId: string) =>
  redeemReward(platform, { userId, rewardId: await buildReward(platform), idempotencyKey: newId() })

async function onLaterDays<T>(days: number, run: () => Promise<T>): Promise<T> {
  const before = clock.now()
  clock.set(new Date(before.getTime() + days * dayMs))
  try {
    return await run()
  } finally {
    clock.set(before)
  }
}

describe('a completed consultation', () => {
  test('that the desk booked brings no commission, and earns no points for itself or its review', async () => {
    const { at, appointmentId, patientId } = await visit('center')
    await completeAppointment(platform, at)
    await db
      .updateTable('appointments')
      .set({ accepted_at: new Date(clock.now().getTime() - dayMs) })
      .where('id', '=', appointmentId)
      .execute()
    await createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: 'Muy buena atención' })
    expect(await availableOf(patientId)).toBe(0)
    expect(await verifyLedger(db)).toEqual([])
  })

  test.each([0, 4, 6, 50_000])(
    'that costs %d cents brings less than its points are worth, and earns none',
    async (cents) => {
      const { at, patientId } = await visit('patient', cents)
      await completeAppointment(platform, at)
      expect(await availableOf(patientId)).toBe(0)
      expect(await verifyLedger(db)).toEqual([])
    },
  )

  // A payment through Senda goes to the centre, and costs it the gateway's fee of 5 % or more.
  test.each([
    ['center', 7_500, 0],
    ['center', 149_900, 0],
    ['center', 150_000, 100],
    ['patient', 49_900, 0],
    ['patient', 50_000, 100],
  ] as const)(
    'that a %s booked and the patient paid %d cents for through Senda earns %d points',
    async (bookedBy, totalCents, points) => {
      const { at, appointmentId, patientId } = await visit(bookedBy, totalCents)
      await completeAppointment(platform, at)
      expect(await availableOf(patientId)).toBe(0)
      const token = await cardToken(platform, 'approved')
      const request = { patientId, appointmentId, method: 'card', token, totalCents, idempotencyKey: newId() } as const
      await startCheckout(platform, { ...request, address: '203.0.113.7' })
      expect(await availableOf(patientId)).toBe(points)
      expect(await verifyLedger(db)).toEqual([])
    },
  )

  test('loses its points when a promotion of the centre takes its whole price, and gets them back with the commission', async () => {
    const { at, desk, patientId } = await visit()
    await completeAppointment(platform, at)
    const { code } = await buildPromotion(platform, { centerId: desk.centerId, discountValue: 100 })
    const { id } = await applyPromotion(platform, {
      userId: patientId,
      address: '203.0.113.7',
      code,
      orderCents: price,
    })
    const discount = { kind: 'promotion', id, discountCents: price } as const
    await collectPayment(platform, { ...at, amountCents: 0, method: 'efectivo', discount })
    expect(await availableOf(patientId)).toBe(0)
    expect(await verifyLedger(db)).toEqual([])
    await undoCollection(platform, at)
    expect(await availableOf(patientId)).toBe(100)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('gives points that can be spent from the next local day', async () => {
    const { at, patientId } = await visit()
    await completeAppointment(platform, at)
    expect(await balanceOf(patientId)).toEqual({ availablePoints: 100, spendablePoints: 0, lifetimePoints: 100 })
    await expect(redeem(patientId)).rejects.toMatchObject({
      code: 'loyalty.not_spendable_yet',
      data: { pointsCost: 100, spendablePoints: 0 },
    })
    await onLaterDays(1, async () => {
      expect(await balanceOf(patientId)).toMatchObject({ spendablePoints: 100 })
      expect(await redeem(patientId)).toMatchObject({ pointsUsed: 100 })
    })
    expect(await verifyLedger(db)).toEqual([])
  })

  test('that was a no-show takes back its points after they were spent, and leaves the balance below zero', async () => {
    const { at, patientId } = await visit()
    await completeAppointment(platform, at)
    await onLaterDays(1, async () => {
      await redeem(patientId)
      await reopenAppointment(platform, at)
      expect(await balanceOf(patientId)).toMatchObject({ availablePoints: -100, spendablePoints: 0 })
      await expect(redeem(patientId)).rejects.toEqual(withCode('loyalty.not_enough_points'))
      expect(await verifyLedger(db)).toEqual([])
      await markNoShow(platform, at)
      await reopenAppointment(platform, at)
      await completeAppointment(platform, at)
      expect(await availableOf(patientId)).toBe(0)
      expect(await verifyLedger(db)).toEqual([])
    })
  })

  test('loses its points when a refund leaves less than they are worth', async () => {
    const { at, patientId } = await visit()
    await collectPayment(platform, { ...at, amountCents: price, method: 'efectivo' })
    const { row } = await completeAppointment(platform, at)
    expect(await availableOf(patientId)).toBe(100)
    const paymentId = row.payments?.[0]?.id ?? 0
    await refundPayment(platform, {
      ...at,
      paymentId,
      amountCents: price - 50_000,
      refundedCents: 0,
      reason: 'No fue buena',
    })
    expect(await availableOf(patientId)).toBe(0)
  })

  test('that is refunded takes back also the points of its review', async () => {
    const { at, appointmentId, patientId } = await visit()
    await collectPayment(platform, { ...at, amountCents: price, method: 'efectivo' })
    const { row } = await completeAppointment(platform, at)
    await createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: 'Muy buena atención' })
    expect(await availableOf(patientId)).toBe(150)
    const paymentId = row.payments?.[0]?.id ?? 0
    await refundPayment(platform, { ...at, paymentId, amountCents: price, refundedCents: 0, reason: 'No fue buena' })
    expect(await pointsOf(platform, { userId: patientId })).toMatchObject({ points: { available: 0, lifetime: 0 } })
    expect(await verifyLedger(db)).toEqual([])
  })
})

describe('a centre', () => {
  test('gives at most its limit of points a day, also for the appointments that it cancels', async () => {
    const desk = await buildDesk(platform)
    const now = clock.now()
    const visits = await Promise.all(
      Array.from({ length: 31 }, async (_, n) => {
        const startsAt = new Date(now.getTime() - (n + 1) * dayMs)
        return buildAppointment(platform, { ...desk, patientId: await verified(), status: 'completed', startsAt })
      }),
    )
    const appointmentIds = visits.map(({ appointmentId }) => appointmentId)
    await db.updateTable('appointments').set({ completed_at: now }).where('id', 'in', appointmentIds).execute()
    await db.transaction().execute(async (tx) => {
      await chargeCommission(tx, { appointmentIds, now })
      await earnForCompletions(tx, { appointmentIds, now })
    })
    const balances = await Promise.all(visits.map(({ patientId }) => availableOf(patientId)))
    expect(balances.reduce((sum, points) => sum + points, 0)).toBe(maxCenterPointsPerDay)
    expect(balances.filter((points) => points === 0)).toHaveLength(1)

    const upcoming = await buildAppointment(platform, { ...desk, patientId: await verified() })
    const at = desk.at(upcoming.appointmentId)
    expect((await readCancellation(platform, at)).byCenter.points).toBe(0)
    const { points } = await cancelAtDesk(platform, { ...at, by: 'center', reason: 'La profesional está enferma' })
    expect(points).toBe(0)
    const reviewed = visits[0]
    const review = { rating: 5, comment: 'Muy buena atención' }
    await createReview(platform, {
      userId: reviewed?.patientId ?? '',
      appointmentId: reviewed?.appointmentId ?? '',
      ...review,
    })
    expect(await availableOf(reviewed?.patientId ?? '')).toBe(100)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('gives its limit and no more when many consultations are completed simultaneously', async () => {
    const desk = await buildDesk(platform)
    const visits = await Promise.all(
      Array.from({ length: 34 }, async (_, n) => {
        const startsAt = new Date(clock.now().getTime() - (n + 1) * 2 * hourMs)
        return buildAppointment(platform, { ...desk, patientId: await verified(), startsAt })
      }),
    )
    await Promise.all(visits.map(({ appointmentId }) => completeAppointment(platform, desk.at(appointmentId))))
    const balances = await Promise.all(visits.map(({ patientId }) => availableOf(patientId)))
    expect(balances.filter((points) => points === 100)).toHaveLength(maxCenterPointsPerDay / 100)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('compensates no cancelled appointment without a price', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, patientId: await verified() })
    await db.updateTable('appointments').set({ price: 0 }).where('id', '=', appointmentId).execute()
    await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'La profesional está enferma' })
    expect(await pointsOf(platform, { userId: patientId })).toMatchObject({ pointMovements: [] })
  })
})

describe('points that a patient receives without a consultation', () => {
  const gift = (userId: string) =>
    db.transaction().execute((tx) => earnForVerifiedAddress(tx, { userId, now: clock.now() }))

  test('are spent only after the day of a consultation that earned points', async () => {
    const { at, patientId } = await visit()
    await gift(patientId)
    await onLaterDays(1, async () => {
      expect(await balanceOf(patientId)).toMatchObject({ availablePoints: 200, spendablePoints: 0 })
      await expect(redeem(patientId)).rejects.toEqual(withCode('loyalty.not_spendable_yet'))
      await completeAppointment(platform, at)
      expect(await balanceOf(patientId)).toMatchObject({ availablePoints: 300, spendablePoints: 0 })
    })
    await onLaterDays(2, async () => {
      expect(await balanceOf(patientId)).toMatchObject({ spendablePoints: 300 })
      expect(await redeem(patientId)).toMatchObject({ status: 'pending' })
    })
  })

  test('for a cancelled appointment count in the day of the centre, and are spent under the same condition', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, patientId: await verified() })
    await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'La profesional está enferma' })
    const day = db.selectFrom('center_points_days').where('center_id', '=', desk.centerId).select('points')
    expect(await day.execute()).toEqual([{ points: 100 }])
    await onLaterDays(30, async () => {
      expect(await balanceOf(patientId)).toMatchObject({ availablePoints: 100, spendablePoints: 0 })
    })
  })
})

describe('a reward', () => {
  /** A reward of the patient, bought with the points of two completed consultations. */
  async function bought(discountCents = 20_000) {
    const { at, desk, patientId } = await visit()
    await completeAppointment(platform, at)
    const next = await buildAppointment(platform, { ...desk, patientId })
    return { at, desk, patientId, next, redeem: () => redeemOf(patientId, discountCents) }
  }
  const redeemOf = async (userId: string, discountCents: number) => {
    const rewardId = await buildReward(platform, { discountCents })
    return redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
  }

  test('is unusable at the desk and online while the balance is below zero', async () => {
    const { at, desk, patientId, next, redeem: buy } = await bought()
    await onLaterDays(1, async () => {
      const { id } = await buy()
      const code = deskCodeOf({ kind: 'reward', id }, platform)
      const atDesk = () => readDiscountOfCode(platform, { ...desk.at(next.appointmentId), code })
      const quote = () => readQuote(platform, { patientId, appointmentId: next.appointmentId })
      expect(await atDesk()).toMatchObject({ kind: 'discount', discountCents: 20_000 })
      await reopenAppointment(platform, at)
      const notice = 'Las recompensas se pueden usar cuando el saldo de puntos vuelve a cero.'
      await expect(atDesk()).rejects.toMatchObject({ code: 'agenda.code_refused', data: { reason: notice } })
      expect(await quote()).toMatchObject({ discounts: [], rewardsNotice: notice })
      const use = { status: 'used', used_at: clock.now(), appointment_id: next.appointmentId, discount_amount: 20_000 }
      await expect(db.updateTable('reward_redemptions').set(use).where('id', '=', id).execute()).rejects.toMatchObject({
        constraint: 'reward_redemptions_covered',
      })
      await completeAppointment(platform, at)
      expect(await atDesk()).toMatchObject({ kind: 'discount', discountCents: 20_000 })
    })
  })

  test('is refused at a centre once rewards paid it its settled commissions of twelve months and the start amount', async () => {
    const { desk, patientId, next, redeem: buy } = await bought(15_000)
    await db
      .insertInto('reward_redemptions')
      .values(await usedAt(desk.centerId, 300_000))
      .execute()
    await onLaterDays(1, async () => {
      const { id } = await buy()
      const at = desk.at(next.appointmentId)
      const code = deskCodeOf({ kind: 'reward', id }, platform)
      const atDesk = () => readDiscountOfCode(platform, { ...at, code })
      await expect(atDesk()).rejects.toMatchObject({ code: 'agenda.code_refused', data: { reason: noRoom } })
      expect(await readQuote(platform, { patientId, appointmentId: next.appointmentId })).toMatchObject(noneUsable)
      const use = { status: 'used', used_at: clock.now(), appointment_id: next.appointmentId, discount_amount: 15_000 }
      await expect(db.updateTable('reward_redemptions').set(use).where('id', '=', id).execute()).rejects.toMatchObject({
        constraint: 'reward_redemptions_room',
      })
      // The desk can make a commission vanish until staff settle it.
      await settle(desk.centerId, 15_000)
      expect(await atDesk()).toMatchObject({ kind: 'discount', discountCents: 15_000 })
    })
  })

  /** A reward that another patient used at the centre. */
  async function usedAt(centerId: string, cents: number) {
    const { appointmentId, patientId } = await buildAppointment(platform, { centerId, patientId: await verified() })
    const now = clock.now()
    return {
      ...{ id: newId(), user_id: patientId, reward_id: await buildReward(platform), idempotency_key: newId() },
      ...{ points_used: 100, name: 'Una consulta', discount_type: 'fixed_amount', discount_value: cents },
      ...{ status: 'used', redeemed_at: now, used_at: now, appointment_id: appointmentId, discount_amount: cents },
    }
  }
})

/** Staff settle the only commission of a centre. */
async function settle(centerId: string, commissionCents: number) {
  const { userId: actorId } = await buildStaff(platform, 'moderator')
  const targets = [{ id: centerId, count: 1, commissionCents }]
  const request = { actorId, period: 'month', reference: 'TRF-1', targets } as const
  expect(await settleCommissions(platform, request)).toEqual([{ id: centerId }])
}

const noRoom = 'Este centro no acepta más recompensas ni promociones de Senda por ahora.'
const noneUsable = { discounts: [], rewardsNotice: noRoom }

describe('a promotion of Senda', () => {
  /** Two patients of one centre, each with an appointment and a promotion of Senda that takes off `discountCents`. */
  async function applied(discountCents: number) {
    const desk = await buildDesk(platform)
    const { code } = await buildPromotion(platform, {
      ...{ centerId: null, createdBy: desk.centerId },
      ...{ discountType: 'fixed_amount', discountValue: discountCents },
    })
    const visitIn = async (days: number) => {
      const visit = { patientId: await verified(), startsAt: new Date(clock.now().getTime() + days * dayMs) }
      const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, ...visit })
      await db.updateTable('appointments').set({ price: 400_000 }).where('id', '=', appointmentId).execute()
      const request = { userId: patientId, address: '203.0.113.7', code, orderCents: 400_000 }
      const { id } = await applyPromotion(platform, request)
      const discount = { kind: 'code', code: deskCodeOf({ kind: 'promotion', id }, platform), discountCents } as const
      const at = desk.at(appointmentId)
      const amountCents = 400_000 - discountCents
      return {
        ...{ at, appointmentId, patientId, id },
        atDesk: () => readDiscountOfCode(platform, { ...at, code: discount.code }),
        collect: () => collectPayment(platform, { ...at, amountCents, method: 'efectivo', discount }),
      }
    }
    return { desk, first: await visitIn(2), second: await visitIn(3) }
  }

  test('is refused at the desk and online once Senda paid the centre the start amount', async () => {
    const { first, second } = await applied(160_000)
    await first.collect()
    await expect(second.atDesk()).rejects.toMatchObject({ code: 'agenda.code_refused', data: { reason: noRoom } })
    const { patientId, appointmentId } = second
    expect(await readQuote(platform, { patientId, appointmentId })).toMatchObject(noneUsable)
    await expect(second.collect()).rejects.toEqual(withCode('agenda.discount_changed'))
    const now = clock.now()
    const use = { status: 'consumed', appointment_id: appointmentId, ended_at: now } as const
    await expect(
      db.updateTable('promotion_usage').set(use).where('id', '=', second.id).execute(),
    ).rejects.toMatchObject({ constraint: 'promotion_usage_room' })
    await undoCollection(platform, first.at)
    expect(await second.atDesk()).toMatchObject({ kind: 'discount', discountCents: 160_000 })
  })

  test('is used once when two receptionists use two simultaneously and the centre has room for one', async () => {
    const { first, second } = await applied(160_000)
    const outcomes = await Promise.allSettled([first.collect(), second.collect()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: withCode('agenda.discount_changed'),
    })
  })
})

const verified = async () => (await buildPatient(platform, { verified: true })).patientId

describe('the database', () => {
  const insert = (userId: string, appointmentId: string, points = 100) =>
    sql`
      insert into points_transactions
        (id, user_id, points_amount, transaction_type, description, reference_type, reference_id, created_at)
      values (${newId()}, ${userId}, ${points}, 'earned', '', 'appointment', ${appointmentId}, ${clock.now()})`.execute(
      db,
    )

  test('refuses points for an appointment of another account, without money behind it, or beyond the limit', async () => {
    const free = await visit('center')
    await completeAppointment(platform, free.at)
    await expect(insert(free.patientId, free.appointmentId)).rejects.toMatchObject({
      constraint: 'points_transactions_behind_money',
    })
    await expect(insert(await verified(), free.appointmentId)).rejects.toMatchObject({
      constraint: 'points_transactions_own_appointment',
    })
    const paid = await visit()
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('appointments')
        .set({ status: 'completed', completed_at: clock.now() })
        .where('id', '=', paid.appointmentId)
        .execute()
      await chargeCommission(tx, { appointmentIds: [paid.appointmentId], now: clock.now() })
    })
    await expect(insert(paid.patientId, paid.appointmentId, maxCenterPointsPerDay + 1)).rejects.toMatchObject({
      constraint: 'center_points_days_points_check',
    })
    // Otherwise the next test finds an appointment whose points are missing.
    await reopenAppointment(platform, paid.at)
  })

  test('refuses to spend what is on hold', async () => {
    const { at, patientId } = await visit()
    await completeAppointment(platform, at)
    const spent = sql`
      with spent as (update user_points set available_points = available_points - 10 where user_id = ${patientId})
      insert into points_transactions (id, user_id, points_amount, transaction_type, description, created_at)
      values (${newId()}, ${patientId}, -10, 'redeemed', '', ${clock.now()})`
    await expect(spent.execute(db)).rejects.toMatchObject({ constraint: 'points_transactions_spendable' })
  })
})
