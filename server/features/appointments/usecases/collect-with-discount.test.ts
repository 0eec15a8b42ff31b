import { expect, test } from 'vitest'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { applyPromotion, releasePromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { collectPayment, readDiscountsAtDesk, undoCollection } from './collect-payment.ts'
import { completeAppointment } from './mark-appointment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const price = 150_000
const address = '203.0.113.9'

/** A patient at the desk, with a promotion of 20 % of this centre, or of Senda. */
async function patientWithPromotion({ isSenda = false, discountValue = 20 } = {}) {
  const desk = await buildDesk(platform)
  const { centerId } = desk
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(start.getTime() - hourMs / 2)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const promotion = { centerId: isSenda ? null : centerId, createdBy: centerId, discountValue }
  const { code, promotionId } = await buildPromotion(platform, promotion)
  const { id } = await applyPromotion(platform, { userId: patientId, address, code, orderCents: price })
  const at = desk.at(appointmentId)
  const collect = (amountCents: number, discountCents?: number) =>
    collectPayment(platform, {
      ...{ ...at, amountCents, method: 'efectivo' },
      discount: discountCents === undefined ? undefined : { kind: 'promotion', id, discountCents },
    })
  return { desk, at, patientId, appointmentId, promotionId, useId: id, collect }
}

const useOf = (id: string) =>
  db.selectFrom('promotion_usage').where('id', '=', id).select(['status', 'appointment_id']).executeTakeFirst()
const usedCount = async (id: string) =>
  (await db.selectFrom('promotions').where('id', '=', id).select('used_count').executeTakeFirst())?.used_count
const commissionOf = (id: string) =>
  db
    .selectFrom('commissions')
    .where('appointment_id', '=', id)
    .select(['payment_amount as base', 'commission_amount as cents', 'credit_amount as credit', 'status'])
    .executeTakeFirst()
/** Without the gifts of this test, which no appointment explains. */
const faults = async () => (await verifyLedger(db)).filter(({ table }) => table !== 'points_transactions')

test('the desk sees the promotion that the patient applied, and collects the remaining price', async () => {
  const { at, useId, appointmentId, promotionId, collect } = await patientWithPromotion()
  const { discounts: items } = await readDiscountsAtDesk(platform, at)
  expect(items).toMatchObject([{ kind: 'promotion', id: useId, discountCents: 30_000 }])
  const { row } = await collect(120_000, 30_000)
  expect(row).toMatchObject({ paidCents: 120_000, discountCents: 30_000, discountTakenBy: at.userId })
  expect(await useOf(useId)).toEqual({ status: 'consumed', appointment_id: appointmentId })
  expect(await usedCount(promotionId)).toBe(1)
  expect((await readDiscountsAtDesk(platform, at)).discounts).toEqual([])
  await expect(collect(1)).rejects.toEqual(withCode('agenda.already_collected'))
  expect(await faults()).toEqual([])
})

test('when two receptionists use one discount simultaneously, the first uses it and the second collects nothing', async () => {
  const { collect, promotionId } = await patientWithPromotion()
  const outcomes = await Promise.allSettled([collect(120_000, 30_000), collect(120_000, 30_000)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await usedCount(promotionId)).toBe(1)
  expect(await faults()).toEqual([])
})

test('a payment in parts uses the discount with its first part', async () => {
  const { collect } = await patientWithPromotion()
  expect((await collect(20_000, 30_000)).row).toMatchObject({ paidCents: 20_000, discountCents: 30_000 })
  await expect(collect(100_001)).rejects.toEqual(
    expect.objectContaining({ code: 'agenda.more_than_due', data: { dueCents: 100_000 } }),
  )
  expect((await collect(100_000)).row.paidCents).toBe(120_000)
  expect(await faults()).toEqual([])
})

test('a discount that changed since the dialog opened is refused, and nothing is collected', async () => {
  const { at, patientId, useId, appointmentId, collect } = await patientWithPromotion()
  await expect(collect(119_999, 30_001)).rejects.toEqual(withCode('agenda.discount_changed'))
  await expect(collect(120_001, 30_000)).rejects.toEqual(withCode('agenda.more_than_due'))
  await releasePromotion(platform, { userId: patientId, useId })
  await expect(collect(120_000, 30_000)).rejects.toEqual(withCode('agenda.discount_changed'))
  const other = await patientWithPromotion()
  await expect(
    collectPayment(platform, {
      ...{ ...at, amountCents: 120_000, method: 'efectivo' },
      discount: { kind: 'promotion', id: other.useId, discountCents: 30_000 },
    }),
  ).rejects.toEqual(withCode('agenda.discount_changed'))
  const row = await db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(['paid_amount', 'discount_amount'])
    .executeTakeFirst()
  expect(row).toEqual({ paid_amount: 0, discount_amount: 0 })
  expect(await faults()).toEqual([])
})

test('undoing the only payment gives the promotion back until its reservation expires', async () => {
  const { at, useId, promotionId, collect } = await patientWithPromotion()
  await collect(20_000, 30_000)
  await collect(100_000)
  // The first payment stays, and with it the discount.
  expect((await undoCollection(platform, at)).row).toMatchObject({ paidCents: 20_000, discountCents: 30_000 })
  expect((await undoCollection(platform, at)).row).toMatchObject({ paidCents: 0, discountCents: 0 })
  expect(await useOf(useId)).toEqual({ status: 'reserved', appointment_id: null })
  expect(await usedCount(promotionId)).toBe(1)
  expect((await undoCollection(platform, at)).row.paidCents).toBe(0)
  await collect(120_000, 30_000)
  clock.set(new Date(start.getTime() + 25 * hourMs))
  await undoCollection(platform, at)
  expect(await useOf(useId)).toMatchObject({ status: 'released' })
  expect(await usedCount(promotionId)).toBe(0)
  expect(await faults()).toEqual([])
  clock.set(start)
})

test('a discount of the whole price leaves nothing to collect, and can be undone', async () => {
  const { at, useId, collect } = await patientWithPromotion({ discountValue: 100 })
  await expect(collect(0)).rejects.toEqual(withCode('agenda.nothing_collected'))
  await expect(collect(1, price)).rejects.toEqual(withCode('agenda.more_than_due'))
  expect((await collect(0, price)).row).toMatchObject({ paidCents: 0, discountCents: price, payments: null })
  await expect(collect(0, price)).rejects.toEqual(withCode('agenda.already_collected'))
  expect((await undoCollection(platform, at)).row).toMatchObject({ discountCents: 0, discountTakenBy: null })
  expect(await useOf(useId)).toMatchObject({ status: 'reserved' })
  expect(await faults()).toEqual([])
})

test('after the consultation, a discount changes the commission until that is settled', async () => {
  const { at, appointmentId, collect } = await patientWithPromotion()
  await completeAppointment(platform, at)
  expect(await commissionOf(appointmentId)).toMatchObject({ base: price, cents: 15_000, credit: 0 })
  await collect(120_000, 30_000)
  expect(await commissionOf(appointmentId)).toMatchObject({ base: 120_000, cents: 12_000, credit: 0 })
  await undoCollection(platform, at)
  expect(await commissionOf(appointmentId)).toMatchObject({ base: price, cents: 15_000, credit: 0 })

  const senda = await patientWithPromotion({ isSenda: true })
  await completeAppointment(platform, senda.at)
  await senda.collect(120_000, 30_000)
  expect(await commissionOf(senda.appointmentId)).toMatchObject({ base: price, cents: 15_000, credit: 30_000 })
  expect(await faults()).toEqual([])

  const settled = await patientWithPromotion()
  await completeAppointment(platform, settled.at)
  await db
    .updateTable('commissions')
    .set({ status: 'paid', paid_at: start })
    .where('appointment_id', '=', settled.appointmentId)
    .execute()
  expect((await readDiscountsAtDesk(platform, settled.at)).discounts).toEqual([])
  await expect(settled.collect(120_000, 30_000)).rejects.toEqual(withCode('agenda.discount_changed'))
})

test('a reward can also be used at the desk, and again after an undo', async () => {
  const { desk, at, patientId, appointmentId } = await patientWithPromotion()
  const gift = { points: 100, type: 'bonus', description: 'Un regalo' } as const
  const reference = { type: 'account', id: newId() } as const
  await db.transaction().execute((tx) => grantPoints(tx, { ...gift, userId: patientId, reference, now: start }))
  const rewardId = await buildReward(platform)
  const { id } = await redeemReward(platform, { userId: patientId, rewardId, idempotencyKey: newId() })
  const discount = { kind: 'reward', id, discountCents: 20_000 } as const
  const collect = () => collectPayment(platform, { ...at, amountCents: 130_000, method: 'debito', discount })
  const statusOf = async () =>
    (await db.selectFrom('reward_redemptions').where('id', '=', id).select('status').executeTakeFirst())?.status
  await collect()
  expect(await statusOf()).toBe('used')
  await undoCollection(platform, at)
  expect(await statusOf()).toBe('pending')
  await expect(
    collectPayment(platform, { ...desk.ask(patientId, appointmentId), amountCents: 1, method: 'debito', discount }),
  ).rejects.toEqual(withCode('centers.not_found'))
  await collect()
  expect(await faults()).toEqual([])
})
