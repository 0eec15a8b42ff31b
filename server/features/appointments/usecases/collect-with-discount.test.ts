import { expect, test } from 'vitest'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { applyPromotion, releasePromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildRedemption } from '#server/testing/promotions.ts'
import { collectPayment, undoCollection } from './collect-payment.ts'
import { readDiscountOfCode, readDiscountsAtDesk } from './discount-at-desk.ts'
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
  const named = isSenda
    ? ({ kind: 'code', code: deskCodeOf({ kind: 'promotion', id }, platform) } as const)
    : ({ kind: 'promotion', id } as const)
  const collect = (amountCents: number, discountCents?: number) =>
    collectPayment(platform, {
      ...{ ...at, amountCents, method: 'efectivo' },
      discount: discountCents === undefined ? undefined : { ...named, discountCents },
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
  expect(await readDiscountsAtDesk(platform, at)).toMatchObject([
    { kind: 'promotion', id: useId, discountCents: 30_000 },
  ])
  const { row } = await collect(120_000, 30_000)
  expect(row).toMatchObject({ paidCents: 120_000, discountCents: 30_000, discountTakenBy: at.userId })
  expect(await useOf(useId)).toEqual({ status: 'consumed', appointment_id: appointmentId })
  expect(await usedCount(promotionId)).toBe(1)
  expect(await readDiscountsAtDesk(platform, at)).toEqual([])
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
  expect(await readDiscountsAtDesk(platform, settled.at)).toEqual([])
  await expect(settled.collect(120_000, 30_000)).rejects.toEqual(withCode('agenda.discount_changed'))
})

/** A patient at the desk who holds a reward of $ 200, with its code. */
async function patientWithReward() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId })
  const id = await buildRedemption(platform, { userId: patientId })
  const at = desk.at(appointmentId)
  const code = deskCodeOf({ kind: 'reward', id }, platform)
  const collect = (typed = code) =>
    collectPayment(platform, {
      ...{ ...at, amountCents: 130_000, method: 'debito' },
      discount: { kind: 'code', code: typed, discountCents: 20_000 },
    })
  const readStatus = async () =>
    (await db.selectFrom('reward_redemptions').where('id', '=', id).select('status').executeTakeFirst())?.status
  return { desk, at, patientId, appointmentId, code, collect, readStatus }
}

test('the desk sees and uses a reward only with the code that its patient shows, and again after an undo', async () => {
  const { desk, at, patientId, appointmentId, code, collect, readStatus } = await patientWithReward()
  expect(await readDiscountsAtDesk(platform, at)).toEqual([])
  expect(
    await readDiscountOfCode(platform, { ...at, code: `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase() }),
  ).toMatchObject({ label: 'Descuento de $ 200', discountCents: 20_000 })
  const other = await patientWithReward()
  await expect(readDiscountOfCode(platform, { ...at, code: other.code })).rejects.toMatchObject({
    code: 'agenda.code_refused',
    data: { reason: 'Ese código no vale para esta cita. Compáralo con el que muestra el paciente.' },
  })
  await expect(collect(other.code)).rejects.toEqual(withCode('agenda.discount_changed'))
  expect(await readStatus()).toBe('pending')
  await collect()
  expect(await readStatus()).toBe('used')
  await undoCollection(platform, at)
  expect(await readStatus()).toBe('pending')
  await expect(readDiscountOfCode(platform, { ...desk.ask(patientId, appointmentId), code })).rejects.toEqual(
    withCode('centers.not_found'),
  )
  await collect()
  expect(await faults()).toEqual([])
})

test('a booking of the desk takes no reward, and its code says why', async () => {
  const { desk, patientId, code } = await patientWithReward()
  const { appointmentId } = await buildAppointment(platform, {
    ...desk,
    patientId,
    startsAt: new Date(start.getTime() + 50 * hourMs),
  })
  await db.updateTable('appointments').set({ booked_by: 'center' }).where('id', '=', appointmentId).execute()
  await expect(readDiscountOfCode(platform, { ...desk.at(appointmentId), code })).rejects.toMatchObject({
    data: { reason: 'Las recompensas y las promociones de Senda valen en citas que reservó el paciente.' },
  })
})

test('a promotion of Senda is used at the desk with its code only, at whichever centre the patient shows it', async () => {
  const { at, useId, collect } = await patientWithPromotion({ isSenda: true })
  expect(await readDiscountsAtDesk(platform, at)).toEqual([])
  const discount = { kind: 'promotion', id: useId, discountCents: 30_000 } as const
  await expect(collectPayment(platform, { ...at, amountCents: 120_000, method: 'efectivo', discount })).rejects.toEqual(
    withCode('agenda.discount_changed'),
  )
  expect((await collect(120_000, 30_000)).row.discountCents).toBe(30_000)
})

test('each use at the desk is told to the patient, in the bell and by mail', async () => {
  const { patientId, collect } = await patientWithReward()
  const title = 'El centro usó un descuento tuyo'
  const readBell = (userId: string) =>
    db.selectFrom('notifications').where('user_id', '=', userId).where('title', '=', title).select('message').execute()
  const readMails = async () =>
    (await listAllMails(platform, { limit: 200 })).filter(({ subject }) => subject === title)
  const before = (await readMails()).length
  await collect()
  const message = expect.stringMatching(/^Pagas \$\s200 menos en tu cita: .+ Si no fuiste tú, escríbenos a/)
  expect(await readBell(patientId)).toEqual([{ message }])
  const [mail, ...earlier] = await readMails()
  expect(mail?.text).toMatch(/«Descuento de \$ 200», con el código .+: pagas \$\s200 menos\.\s+Si no fuiste tú/)
  expect(earlier).toHaveLength(before)

  const promotion = await patientWithPromotion()
  await promotion.collect(120_000, 30_000)
  expect(await readBell(promotion.patientId)).toHaveLength(1)
  expect(await readMails()).toHaveLength(before + 2)
})

test('a member types a limited number of codes in an hour', async () => {
  const { at, code } = await patientWithReward()
  const ask = () => readDiscountOfCode(platform, { ...at, code: 'AAAAAA' }).catch(({ code: refusal }) => refusal)
  const refusals = []
  for (let n = 0; n < 61; n += 1) refusals.push(await ask())
  expect(new Set(refusals.slice(0, 60))).toEqual(new Set(['agenda.code_refused']))
  expect(refusals[60]).toBe('request.too_many')
  await expect(readDiscountOfCode(platform, { ...at, code })).rejects.toEqual(withCode('request.too_many'))
})
