import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { applyPayment } from '#server/features/checkouts/usecases/apply-payment.ts'
import { quote } from '#server/features/checkouts/usecases/read-quote.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { readDebts, remindDebt } from '#server/features/tills/usecases/debts.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { openWallet } from '#server/testing/payments.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { collectPayment, undoCollection } from './usecases/collect-payment.ts'
import { completeAppointment, markNoShow } from './usecases/mark-appointment.ts'
import { refundPayment } from './usecases/refund-payment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))
const price = 150_000
const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

type Visit = { startsIn?: number; discountCents?: number; isCompleted?: boolean }

/** A patient's own visit, paid in cash, whose payment the desk can undo; `discountCents`: of a promotion of Senda. */
async function paidVisit({ startsIn = -hourMs / 2, discountCents = 0, isCompleted = true }: Visit = {}) {
  const desk = await buildDesk(platform)
  await db.updateTable('center_profiles').set({ late_refund_percent: 50 }).where('id', '=', desk.centerId).execute()
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + startsIn)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const at = desk.at(appointmentId)
  const discount = discountCents === 0 ? undefined : await promotionOf(patientId, { ...desk, discountCents })
  const collect = (amountCents = price) => collectPayment(platform, { ...at, amountCents, method: 'efectivo' })
  await collectPayment(platform, { ...at, amountCents: price - discountCents, method: 'efectivo', discount })
  if (isCompleted) await completeAppointment(platform, at)
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const staff = await staffOfObjection(platform, { kind: 'undone_payment', appointmentId, reason: 'El recibo.' })
  const object = () => patient.object({ appointmentId, comment: '', kind: 'undone_payment' })
  const money = async () => {
    const commission = await db
      .selectFrom('commissions')
      .where('appointment_id', '=', appointmentId)
      .select(['status', 'commission_amount as cents', 'credit_amount as credit'])
      .executeTakeFirst()
    const { points } = await pointsOf(platform, { userId: patientId })
    const till = await db
      .selectFrom('till_movements')
      .where('center_id', '=', desk.centerId)
      .orderBy('id')
      .select(['kind', 'amount'])
      .execute()
    return {
      commission: commission && { ...commission },
      points: points?.available ?? 0,
      till: till.map(({ kind, amount }) => `${kind} ${amount}`),
    }
  }
  const openPage = () => openWallet(platform, { appointmentId, patientId })
  const online = () =>
    db
      .selectFrom('checkouts')
      .where('appointment_id', '=', appointmentId)
      .where('status', '=', 'approved')
      .select(['amount', 'refunded_amount as refunded'])
      .execute()
  return {
    ...{ openPage, online },
    ...{ desk, at, appointmentId, patientId, patient, staff, object, collect, money },
    undo: () => undoCollection(platform, at),
    get: () => patient.get({ appointmentId }),
  }
}

async function promotionOf(userId: string, { centerId, discountCents }: { centerId: string; discountCents: number }) {
  const discountValue = (discountCents * 100) / price
  const { code } = await buildPromotion(platform, { centerId: null, createdBy: centerId, discountValue })
  const { id } = await applyPromotion(platform, { userId, address: '203.0.113.9', code, orderCents: price })
  return { kind: 'code', code: deskCodeOf({ kind: 'promotion', id }, platform), discountCents } as const
}

test('an undone payment takes «Sí pagué» for a week, by the button of its mail, and holds the debt until staff decide', async () => {
  const { desk, at, undo, get, object, staff, appointmentId, patientId } = await paidVisit()
  expect(await get()).toMatchObject({ undonePayment: null, can: { sayPaid: false } })
  await expect(object()).rejects.toEqual(withCode('appointments.not_missed'))
  pass(hourMs)
  await undo()
  const objectUntil = new Date(clock.now().getTime() + 7 * dayMs)
  const offered = { objection: null, objectUntil: objectUntil.toISOString() }
  expect(await get()).toMatchObject({
    objectionKind: null,
    undonePayment: offered,
    can: { sayPaid: true },
    dueCents: price,
  })
  pass(3 * minuteMs)
  await runJobs(platform)
  const mail = (await listAllMails(platform, { limit: 30 })).find(
    ({ kind, to }) => kind === 'appointments.payment_undone' && to === `${patientId}@prueba.uy`,
  )
  expect(mail?.text).toContain('dinos «Sí pagué» hasta el')
  expect(mail?.text).toContain('act=sayPaid')
  clock.set(new Date(objectUntil.getTime() + 1))
  await expect(object()).rejects.toEqual(withCode('appointments.objection_late'))
  clock.set(objectUntil)
  expect(await object()).toMatchObject({
    undonePayment: { objection: 'open' },
    can: { sayPaid: false, pay: false },
    dueCents: 0,
  })
  // Also for a page that was open before.
  const payment = quote(db, { appointmentId, patientId, now: clock.now() })
  await expect(payment).rejects.toEqual(withCode('checkouts.not_payable'))
  expect(await object()).toMatchObject({ undonePayment: { objection: 'open' } })
  const reports = [{ reason: 'Sí pagué.', isOpen: true }]
  const undonePayment = { amountCents: price, method: 'efectivo' }
  expect(await staff.queue()).toMatchObject([
    { kind: 'undone_payment', ofCenter: { recorded: 1, all: 1 }, undonePayment, reports },
  ])
  await expect(remindDebt(platform, at)).rejects.toEqual(withCode('tills.disputed'))
  const debts = await readDebts(platform, { centerId: desk.centerId, q: '', order: 'oldest', page: 1 })
  expect(debts.rows).toMatchObject([{ appointmentId, disputed: 'paid', canRemind: false }])
  const reminder = sql`insert into debt_reminders (id, appointment_id, sent_at, amount)
    values (gen_random_uuid(), ${appointmentId}, ${clock.now()}, 1)`
  await expect(reminder.execute(db)).rejects.toMatchObject({ constraint: 'debt_reminders_disputed' })
  expect(await staff.decide('approve')).toBeUndefined()
  expect(await get()).toMatchObject({ undonePayment: { objection: 'rejected' }, dueCents: price })
  await expect(object()).rejects.toEqual(withCode('appointments.objection_decided'))
  await expect(remindDebt(platform, at)).resolves.toBeDefined()
  await undoAction(platform, { actor: staff.actor, actionId: (await staff.lastAction()).id, reason: 'Otra vez' })
  expect(await get()).toMatchObject({ undonePayment: { objection: 'open' } })
  expect(await staff.queue()).toHaveLength(1)
  expect(await verifyLedger(db)).toEqual([])
})

test('a slip takes no objection, nor that of another account, and no writer forges one', async () => {
  const slip = await paidVisit()
  pass(minuteMs)
  await slip.undo()
  await expect(slip.object()).rejects.toEqual(withCode('appointments.not_missed'))
  const { undo, appointmentId, object } = await paidVisit()
  pass(hourMs)
  await undo()
  const { patientId: stranger } = await buildPatient(platform, { verified: true })
  const foreign = clientOf(platform, appointmentsRoutes, stranger)
  const request = { appointmentId, comment: '', kind: 'undone_payment' } as const
  await expect(foreign.object(request)).rejects.toEqual(withCode('appointments.not_found'))
  const restored = () => sql`update payments set undone_at = null where appointment_id = ${appointmentId}`.execute(db)
  await expect(restored()).rejects.toMatchObject({ constraint: 'payments_undone_kept' })
  await object()
  const forged = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
    values (gen_random_uuid(), 'undone_payment', ${appointmentId}, ${stranger}, 'No', ${clock.now()})`
  await expect(forged.execute(db)).rejects.toMatchObject({ constraint: 'reports_undone_payment' })
  const again = sql`update payments set objected_at = ${new Date(clock.now().getTime() + 1)} where appointment_id = ${appointmentId}`
  await expect(again.execute(db)).rejects.toMatchObject({ constraint: 'payments_objected' })
})

test('upheld once, the payment counts again with its points and the till, both sides read it, and the desk undoes it no more', async () => {
  const { undo, object, staff, money, get, at, appointmentId } = await paidVisit()
  const before = await money()
  expect(before).toMatchObject({ commission: { status: 'pending', cents: 15_000 }, points: 100 })
  pass(hourMs)
  await undo()
  await object()
  const decisions = await Promise.all([staff.decide('delete'), staff.decide('delete')])
  expect(decisions.filter((refusal) => refusal === undefined)).toHaveLength(1)
  const till = [`collected ${price}`, `undone -${price}`, `restored ${price}`]
  expect(await money()).toEqual({ ...before, till })
  expect(await get()).toMatchObject({ undonePayment: null, paidCents: price, dueCents: 0 })
  const kinds = (await listAllMails(platform, { limit: 30 })).map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['appointments.undone_payment_decided', 'appointments.undone_payment_decided.center']),
  )
  const notified = await db
    .selectFrom('notifications')
    .where('event', '=', 'appointments.objection_decided')
    .select('title')
    .execute()
  expect(notified.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Tu pago vuelve a figurar', 'Repusimos un pago que anulaste']),
  )
  await expect(undo()).rejects.toEqual(withCode('appointments.not_changeable'))
  const forced = sql`update payments set undone_at = ${clock.now()} where appointment_id = ${appointmentId}`
  await expect(forced.execute(db)).rejects.toMatchObject({ constraint: 'payments_upheld' })
  await expect(markNoShow(platform, at)).rejects.toEqual(withCode('appointments.not_changeable'))
  const { id: actionId } = await staff.lastAction()
  await expect(undoAction(platform, { actor: staff.actor, actionId, reason: 'No' })).rejects.toBeDefined()
  expect(await verifyLedger(db)).toEqual([])
})

test('what was paid again is not upheld until the desk undoes that, and a second undone payment takes an objection of its own', async () => {
  const { undo, object, collect, staff, get, money } = await paidVisit()
  pass(hourMs)
  await undo()
  await object()
  await collect(100)
  expect(await staff.decide('delete')).toBe('reports.paid_again')
  pass(hourMs)
  await undo()
  expect(await staff.decide('delete')).toBeUndefined()
  expect(await get()).toMatchObject({ paidCents: price, undonePayment: null })
  expect((await money()).till.at(-1)).toBe(`restored ${price}`)
  const twice = await paidVisit()
  pass(hourMs)
  await twice.undo()
  await twice.object()
  expect(await twice.staff.decide('approve')).toBeUndefined()
  await twice.collect(50_000)
  pass(hourMs)
  await twice.undo()
  expect(await twice.get()).toMatchObject({ undonePayment: { objection: null }, can: { sayPaid: true } })
  pass(1)
  await twice.object()
  expect(await twice.staff.decide('delete', (await twice.staff.lastAction()).id)).toBeUndefined()
  expect(await twice.get()).toMatchObject({ paidCents: 50_000, undonePayment: { objection: 'rejected' } })
  expect(await verifyLedger(db)).toEqual([])
})

test.each(['upheld', 'kept'] as const)(
  'of two undone payments the decision on the first is undone and taken again, once the second is decided: %s',
  async (second) => {
    const { object, staff, get, appointmentId, patient, undo, collect } = await paidVisit({ isCompleted: false })
    pass(hourMs)
    await undo()
    for (const cents of [65_000, 70_000]) await collect(cents)
    pass(hourMs)
    await undo()
    await undo()
    await object()
    expect(await staff.decide('approve')).toBeUndefined()
    const first = (await staff.lastAction()).id
    pass(minuteMs)
    await object()
    const undoFirst = () => undoAction(platform, { actor: staff.actor, actionId: first, reason: 'El recibo' })
    await expect(undoFirst()).rejects.toEqual(withCode('reports.no_show_closed'))
    expect(await staff.decide(second === 'upheld' ? 'delete' : 'approve', first)).toBeUndefined()
    const decided = await get()
    await undoFirst()
    expect(await staff.queue()).toHaveLength(1)
    expect(await get()).toMatchObject({ undonePayment: { objection: 'open' } })
    expect(await staff.decide('delete', (await staff.lastAction()).id)).toBeUndefined()
    expect((await get()).paidCents).toBeGreaterThan(decided.paidCents)
    expect(
      (await patient.payments({ appointmentId })).payments.filter(({ undoneAt }) => undoneAt === null),
    ).toHaveLength(second === 'upheld' ? 2 : 1)
    await expect(undoFirst()).rejects.toEqual(withCode('reports.no_show_closed'))
    expect(await verifyLedger(db)).toEqual([])
  },
)

test('a payment that the desk collected again takes no objection', async () => {
  const { undo, collect, get, object } = await paidVisit()
  pass(hourMs)
  await undo()
  await collect()
  expect(await get()).toMatchObject({ undonePayment: null, can: { sayPaid: false } })
  await expect(object()).rejects.toEqual(withCode('appointments.not_missed'))
})

test('a discount that the patient got back stays theirs, and Senda credits the centre nothing', async () => {
  const { undo, object, staff, get, money } = await paidVisit({ discountCents: 30_000 })
  pass(hourMs)
  await undo()
  expect(await get()).toMatchObject({ discountCents: 0, dueCents: price })
  await object()
  expect(await staff.decide('delete')).toBeUndefined()
  expect(await get()).toMatchObject({ priceCents: 120_000, paidCents: 120_000, dueCents: 0 })
  expect(await money()).toMatchObject({ commission: { status: 'pending', cents: 12_000, credit: 0 }, points: 100 })
  // Without the gift of this test, which no appointment explains.
  expect((await verifyLedger(db)).filter(({ table }) => table !== 'points_transactions')).toEqual([])
})

test('what was paid ahead holds the no-show while staff decide, and is given back or kept as the cancellation says', async () => {
  const ahead = await paidVisit({ startsIn: hourMs, isCompleted: false })
  pass(hourMs / 2)
  await ahead.undo()
  await ahead.object()
  pass(hourMs)
  await expect(markNoShow(platform, ahead.at)).rejects.toEqual(withCode('appointments.not_changeable'))
  const forced = sql`update appointments set status = 'no_show', updated_at = ${clock.now()} where id = ${ahead.appointmentId}`
  await expect(forced.execute(db)).rejects.toMatchObject({ constraint: 'appointments_paid_visit' })
  const late = await paidVisit({ startsIn: dayMs / 4, isCompleted: false })
  pass(hourMs)
  await late.undo()
  await late.object()
  await cancelAppointment(platform, {
    caller: { userId: late.patientId, visitorKey: undefined },
    appointmentId: late.appointmentId,
  })
  expect(await late.staff.decide('delete')).toBeUndefined()
  const kept = price / 2
  expect((await late.patient.payments({ appointmentId: late.appointmentId })).payments).toMatchObject([
    { amountCents: price, undoneAt: null, refundedCents: price - kept, owedCents: price - kept },
  ])
  expect(await late.money()).toMatchObject({ commission: { status: 'pending', cents: kept / 10 } })
  expect(await verifyLedger(db)).toEqual([])
})

/** The gateway tells that the patient paid on its page. */
const payOnPage = ({ id, totalCents }: { id: string; totalCents: number }) => {
  const ofGateway = {
    id: newId(),
    reference: id,
    card: null,
    declineReason: null,
    refundedCents: 0,
    feeCents: 0,
    pageId: null,
    dispute: null,
  }
  return applyPayment(platform, { ...ofGateway, amountCents: totalCents, status: 'approved' })
}

test('a wallet payment of a page from before «Sí pagué» is given back while staff decide, and hinders no decision', async () => {
  const { undo, object, openPage, staff, money, get, online, appointmentId, desk } = await paidVisit()
  const before = await money()
  pass(hourMs)
  await undo()
  const page = await openPage()
  await object()
  await payOnPage(page)
  expect(await online()).toEqual([{ amount: price, refunded: price }])
  expect(await get()).toMatchObject({ paidCents: 0, undonePayment: { objection: 'open' } })
  const forged = sql`insert into payments (appointment_id, center_id, checkout_id, amount, method, collected_at)
    values (${appointmentId}, ${desk.centerId}, ${page.id}, ${price}, 'online', ${clock.now()})`
  await expect(forged.execute(db)).rejects.toMatchObject({ constraint: 'payments_disputed' })
  expect(await staff.decide('delete')).toBeUndefined()
  const till = [`collected ${price}`, `undone -${price}`, `restored ${price}`]
  expect(await money()).toEqual({ ...before, till })
  expect(await verifyLedger(db)).toEqual([])
})

test.each(['kept', 'given back before the objection', 'given back while staff decide'] as const)(
  'who paid again online has the payment at the desk upheld, and what was paid twice is given back: %s',
  async (order) => {
    const { undo, object, openPage, staff, money, get, online, at, appointmentId, patientId } = await paidVisit()
    const before = await money()
    pass(hourMs)
    await undo()
    pass(minuteMs)
    await payOnPage(await openPage())
    const refund = async () => {
      const { id: paymentId } = await db
        .selectFrom('payments')
        .where('appointment_id', '=', appointmentId)
        .where('checkout_id', 'is not', null)
        .select('id')
        .executeTakeFirstOrThrow()
      await refundPayment(platform, {
        ...at,
        paymentId,
        amountCents: price,
        refundedCents: 0,
        reason: 'Pagó dos veces',
      })
    }
    if (order === 'given back before the objection') await refund()
    expect(await get()).toMatchObject({ undonePayment: { objection: null }, can: { sayPaid: true } })
    await object()
    if (order === 'given back while staff decide') await refund()
    pass(minuteMs)
    expect(await staff.decide('delete')).toBeUndefined()
    expect(await online()).toEqual([{ amount: price, refunded: price }])
    expect(await get()).toMatchObject({ undonePayment: null, dueCents: 0 })
    const { commission, points, till } = await money()
    expect({ commission, points }).toMatchObject({ commission: before.commission, points: before.points })
    expect(till).toContain(`restored ${price}`)
    const notified = (await listAllMails(platform, { limit: 40 })).filter(
      ({ to, kind }) => to === `${patientId}@prueba.uy` && kind === 'appointments.refunded_by_center',
    )
    expect(notified).toHaveLength(1)
    expect(notified[0]?.text).toContain('Te devolvemos')
    expect(await verifyLedger(db)).toEqual([])
  },
)

test('of a late cancellation that was paid twice, the centre keeps its part of the price once', async () => {
  const { undo, object, openPage, staff, online, appointmentId, patientId, patient } = await paidVisit({
    startsIn: dayMs / 4,
    isCompleted: false,
  })
  pass(hourMs)
  await undo()
  await payOnPage(await openPage())
  const caller = { userId: patientId, visitorKey: undefined }
  await cancelAppointment(platform, { caller, appointmentId })
  expect(await online()).toEqual([{ amount: price, refunded: price / 2 }])
  await object()
  expect(await staff.decide('delete')).toBeUndefined()
  expect(await online()).toEqual([{ amount: price, refunded: price }])
  expect((await patient.payments({ appointmentId })).payments).toMatchObject([
    { amountCents: price, method: 'efectivo', refundedCents: price / 2 },
    { amountCents: price, method: 'online', refundedCents: price },
  ])
  expect(await verifyLedger(db)).toEqual([])
})
