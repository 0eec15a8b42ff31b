import { expect, test } from 'vitest'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { readRewardState } from '#server/features/loyalty/usecases/use-rewards.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { settleCommissions } from './usecases/settle-commissions.ts'

const platform = await testPlatform()
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const price = 150_000
const address = '203.0.113.9'
const reason = 'La sesión se cortó a la mitad.'
/** Without the gifts of this test, which no appointment explains. */
const faults = async () => (await verifyLedger(db)).filter(({ table }) => table !== 'points_transactions')

type Kind = 'reward' | 'promotion'

/** An appointment of half an hour ago, whose patient has a discount of Senda. */
async function visitWith(kind: Kind, discountCents: number) {
  const desk = await buildDesk(platform)
  const { patientId: userId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() - hourMs / 2)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId: userId, startsAt })
  const id = kind === 'reward' ? await redeem(userId, discountCents) : await apply(userId, desk.centerId, discountCents)
  return { desk, appointmentId, at: desk.at(appointmentId), id }
}

/** A completed appointment with a discount of Senda, whose commission and credit staff settled. */
async function settledVisit(kind: Kind, discountCents = price - 100) {
  const { desk, appointmentId, at, id } = await visitWith(kind, discountCents)
  const discount = { kind: 'code', code: deskCodeOf({ kind, id }, platform), discountCents } as const
  const { row } = await collectPayment(platform, {
    ...{ ...at, amountCents: price - discountCents, method: 'efectivo', discount },
  })
  await completeAppointment(platform, at)
  const targets = [{ id: desk.centerId, count: 1, commissionCents: 15_000 - discountCents }]
  const outcomes = await settleCommissions(platform, { actorId, period: 'month', reference: 'TRF-1', targets })
  expect(outcomes).toEqual([{ id: desk.centerId }])
  const refund = () =>
    refundPayment(platform, {
      ...{ ...at, paymentId: row.payments?.[0]?.id ?? 0, amountCents: price - discountCents, refundedCents: 0, reason },
    })
  return { desk, at, appointmentId, id, refund, statusOf: () => statusOf(kind, id) }
}

async function redeem(userId: string, discountCents: number) {
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo', reference, now: clock.now() } as const
  await db.transaction().execute((tx) => grantPoints(tx, gift))
  const rewardId = await buildReward(platform, { discountCents })
  return (await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })).id
}

async function apply(userId: string, createdBy: string, discountValue: number) {
  const promotion = { centerId: null, createdBy, discountType: 'fixed_amount', discountValue } as const
  const { code } = await buildPromotion(platform, promotion)
  return (await applyPromotion(platform, { userId, address, code, orderCents: price })).id
}

async function statusOf(kind: Kind, id: string) {
  const table = kind === 'reward' ? 'reward_redemptions' : 'promotion_usage'
  return (await db.selectFrom(table).where('id', '=', id).select('status').executeTakeFirst())?.status
}

/** How many cents Senda's discounts can still pay to the centre. */
const roomOf = async (centerId: string) =>
  (await readRewardState(db, { userId: newId(), centerId, now: clock.now() })).roomCents

const used = { reward: 'used', promotion: 'consumed' } as const

test.each(['reward', 'promotion'] as const)(
  'a %s whose credit was settled stays used when the desk refunds the rest of the price',
  async (kind) => {
    const { refund, statusOf: status, desk } = await settledVisit(kind)
    const room = await roomOf(desk.centerId)
    await refund()
    expect(await status()).toBe(used[kind])
    expect(await roomOf(desk.centerId)).toBe(room)
    expect(await faults()).toEqual([])
  },
)

test('a reward stays used when the desk refunds a part of the price and the rest was never paid, because its credit is due', async () => {
  const { at, id } = await visitWith('reward', 20_000)
  const code = deskCodeOf({ kind: 'reward', id }, platform)
  const discount = { kind: 'code', code, discountCents: 20_000 } as const
  const { row } = await collectPayment(platform, { ...at, amountCents: 100, method: 'efectivo', discount })
  await completeAppointment(platform, at)
  const paymentId = row.payments?.[0]?.id ?? 0
  await refundPayment(platform, { ...at, paymentId, amountCents: 100, refundedCents: 0, reason })
  expect(await statusOf('reward', id)).toBe('used')
  const unused = { status: 'pending', used_at: null, appointment_id: null, discount_amount: null } as const
  const released = db.updateTable('reward_redemptions').set(unused).where('id', '=', id)
  await expect(released.execute()).rejects.toMatchObject({ constraint: 'reward_redemptions_settled' })
  expect(await faults()).toEqual([])
})

test('undoing the settlement gives a reward back whose appointment was refunded in full', async () => {
  const { refund, statusOf: status, desk } = await settledVisit('reward')
  await refund()
  const settlement = db.selectFrom('commission_settlements').where('center_id', '=', desk.centerId).select('id')
  const { id: targetId } = await settlement.executeTakeFirstOrThrow()
  const action = await db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  const actor = { userId: actorId, roles: ['admin'] as const }
  await undoAction(platform, { actor, actionId: action?.id ?? '', reason })
  expect(await status()).toBe('pending')
  expect(await faults()).toEqual([])
})

test.each(['reward', 'promotion'] as const)(
  'undoing a payment keeps the %s whose credit was settled, and the appointment its price',
  async (kind) => {
    const { at, statusOf: status } = await settledVisit(kind)
    const { row } = await undoCollection(platform, at)
    expect(row).toMatchObject({ paidCents: 0, discountCents: price - 100 })
    expect(await status()).toBe(used[kind])
    expect((await collectPayment(platform, { ...at, amountCents: 100, method: 'efectivo' })).row.paidCents).toBe(100)
    expect(await faults()).toEqual([])
  },
)

test('a reward that paid the whole price cannot be undone once its credit was settled', async () => {
  const { at, statusOf: status } = await settledVisit('reward', price)
  await expect(undoCollection(platform, at)).rejects.toEqual(withCode('agenda.discount_settled'))
  expect(await status()).toBe('used')
})

test('a reward whose credit was settled stays used when the appointment becomes a no-show', async () => {
  const { at, statusOf: status } = await settledVisit('reward')
  await reopenAppointment(platform, at)
  await undoCollection(platform, at)
  await markNoShow(platform, at)
  expect(await status()).toBe('used')
  expect(await faults()).toEqual([])
})

test('the database refuses to release a reward or a promotion whose credit was settled', async () => {
  const reward = await settledVisit('reward')
  const unused = { status: 'pending', used_at: null, appointment_id: null, discount_amount: null } as const
  const released = db.updateTable('reward_redemptions').set(unused).where('id', '=', reward.id)
  await expect(released.execute()).rejects.toMatchObject({ constraint: 'reward_redemptions_settled' })
  const promotion = await settledVisit('promotion')
  const reserved = { status: 'released', ended_at: clock.now() } as const
  const releasedUse = db.updateTable('promotion_usage').set(reserved).where('id', '=', promotion.id)
  await expect(releasedUse.execute()).rejects.toMatchObject({ constraint: 'promotion_usage_settled' })
})

test('a settled credit without the reward behind it counts against the room of its centre, and is reported', async () => {
  const { desk, id, appointmentId } = await settledVisit('reward')
  const room = await roomOf(desk.centerId)
  const { id: commissionId } = await db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    const setStatus = (status: 'cancelled' | 'paid') =>
      tx
        .updateTable('commissions')
        .set({ status, paid_at: status === 'paid' ? clock.now() : null })
        .where('id', '=', commissionId)
        .execute()
    // An earlier version released the reward after the settlement.
    await setStatus('cancelled')
    const unused = { status: 'pending', used_at: null, appointment_id: null, discount_amount: null } as const
    await tx.updateTable('reward_redemptions').set(unused).where('id', '=', id).execute()
    await setStatus('paid')
  })
  expect(await roomOf(desk.centerId)).toBe(room)
  const credit = `has a credit of ${price - 100} cents`
  const fault = `${credit}, but its appointment uses a reward or a promotion of 0`
  expect(await faults()).toContainEqual({ table: 'commissions', id: commissionId, fault })
})
