import { expect, test } from 'vitest'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { paymentsRoutes } from '#server/features/payments/payments.routes.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { buildVisits } from '#server/testing/visits.ts'
import { findObstacle } from './read-deletion-consequences.ts'
import { settleMonthRoutes } from './settle-month.ts'
import { undoAction } from './undo-action.ts'
import { verifyLedger } from './verify-ledger.ts'

const platform = await testPlatform()
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const moderator = actorOf(['moderator'], actorId)
const staff = clientOf(platform, settleMonthRoutes.commissions, {
  bearer: actorId,
  authenticate: () => Promise.resolve(moderator),
})
const price = 100_000
const [november, december] = ['2026-11-01', '2026-12-01']

/** A centre with a visit of November that was paid online and completed, and owes its commission. */
async function buildPaidOnline() {
  clock.set(new Date('2026-11-20T15:00:00Z'))
  const center = await buildVisits(platform)
  const visit = await center.visit('2026-11-23T13:00:00', { status: 'confirmed' })
  const card = { method: 'card', token: await cardToken(platform, 'approved'), totalCents: price } as const
  await startCheckout(platform, { ...visit, ...card, idempotencyKey: newId(), address: '203.0.113.7' })
  const { centerId } = center
  clock.set(new Date('2026-11-23T17:00:00Z'))
  await completeAppointment(platform, { userId: centerId, centerId, appointmentId: visit.appointmentId })
  clock.set(new Date('2026-12-02T15:00:00Z'))
  const owner = clientOf(platform, paymentsRoutes, centerId)
  const settle = async (
    target: Partial<{ count: number; commissionCents: number; onlineCents: number }> = {},
    reference = 'TRF-1',
  ) => {
    const seen = { id: centerId, count: 1, commissionCents: 10_000, onlineCents: price, ...target }
    return (await staff.settleMonth({ month: november, reference, targets: [seen] })).items[0]
  }
  const refund = async () => {
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    const at = { userId: centerId, centerId, appointmentId: visit.appointmentId }
    await refundPayment(platform, {
      ...at,
      paymentId,
      amountCents: price,
      refundedCents: 0,
      reason: 'Se cortó la luz.',
    })
  }
  /** A visit of today that its patient pays online, so that Senda holds money of the centre again. */
  const payAnother = async () => {
    const day = clock.now().toISOString().slice(0, 10)
    const other = await center.visit(`${day}T14:00:00`, { status: 'confirmed' })
    await startCheckout(platform, {
      ...other,
      ...card,
      token: await cardToken(platform, 'approved'),
      idempotencyKey: newId(),
      address: '203.0.113.8',
    })
    clock.set(new Date(`${day}T20:00:00Z`))
    await completeAppointment(platform, { userId: centerId, centerId, appointmentId: other.appointmentId })
  }
  /** A visit that was paid online and begins now. */
  const startAnother = async () => {
    const local = new Date(clock.now().getTime() - 3 * hourMs).toISOString().slice(0, 19)
    const { appointmentId, patientId } = await center.visit(local, { status: 'confirmed' })
    const token = await cardToken(platform, 'approved')
    const order = { patientId, appointmentId, ...card, token, idempotencyKey: newId() }
    await startCheckout(platform, { ...order, address: '203.0.113.8' })
    return { userId: centerId, centerId, appointmentId }
  }
  const inTransit = async () => (await owner.transit({ centerId })).months
  return { centerId, owner, settle, refund, payAnother, startAnother, inTransit, appointmentId: visit.appointmentId }
}

test('staff settle an ended month: what Senda held reached the centre, less the commission', async () => {
  const { centerId, owner, settle, inTransit } = await buildPaidOnline()
  expect(await inTransit()).toEqual([
    {
      month: november,
      inTransitCents: price,
      commissionCents: 10_000,
      transferCents: 90_000,
      settledFrom: december,
    },
  ])
  expect((await staff.toSettle({ month: november })).items).toContainEqual(
    expect.objectContaining({ centerId, count: 1, commissionCents: 10_000, payments: 1, onlineCents: price }),
  )
  expect(await settle()).toMatchObject({ isDone: true, open: null })
  // A repeated press changes nothing.
  expect(await settle()).toMatchObject({ isDone: true, open: null })
  expect(await owner.transit({ centerId })).toMatchObject({ months: [], advanceCents: 0 })
  expect((await owner.settlements({ centerId })).items).toMatchObject([
    { reference: 'TRF-1', month: november, count: 1, commissionCents: 10_000, onlineCents: price },
  ])
  expect(await expectScreensAgree(platform, { centerId })).toMatchObject({
    inTransitCents: 0,
    passedOnCents: price,
    receivedCents: price,
    netCents: 90_000,
  })
  const mail = await db
    .selectFrom('outbound_mails')
    .where('kind', '=', 'commissions.settlement')
    .orderBy('created_at', 'desc')
    .select('subject')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Te transferimos noviembre de 2026: TRF-1')
  expect(await verifyLedger(db)).toEqual([])
})

test('a refund after the month was settled is deducted from the next settlement, and undoing a settlement brings its money back', async () => {
  const { centerId, settle, refund, payAnother, inTransit, owner } = await buildPaidOnline()
  await settle()
  await payAnother()
  await refund()
  clock.set(new Date('2026-12-03T15:00:00Z'))
  const held = { month: december, inTransitCents: price, commissionCents: 10_000, transferCents: 90_000 }
  expect(await inTransit()).toMatchObject([
    held,
    { month: november, inTransitCents: -price, commissionCents: 0, transferCents: -price },
  ])
  expect(await settle({ count: 0, commissionCents: 0, onlineCents: -price }, 'TRF-2')).toMatchObject({ isDone: true })
  expect(await inTransit()).toMatchObject([held])
  expect(await verifyLedger(db)).toEqual([])
  const { id: actionId } = await db
    .selectFrom('moderation_actions')
    .where('action_type', '=', 'settle')
    .orderBy('sequence', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  await undoAction(platform, { actor: moderator, actionId, reason: 'Fue otra transferencia.' })
  expect(await inTransit()).toMatchObject([held, { inTransitCents: -price }])
  expect((await owner.settlements({ centerId })).items).toMatchObject([{ isUndone: true }, { isUndone: false }])
  expect(await verifyLedger(db)).toEqual([])
})

test('a centre refunds no more than Senda still holds for it, whichever payment was passed on', async () => {
  const { centerId, settle, refund, payAnother, inTransit } = await buildPaidOnline()
  await settle()
  await expect(refund()).rejects.toMatchObject({ code: 'agenda.passed_on', status: 409 })
  expect(await inTransit()).toEqual([])
  await payAnother()
  await refund()
  // What the first refund used covers no second one.
  const rest = await db
    .selectFrom('payments')
    .where('center_id', '=', centerId)
    .where('refund_amount', 'is', null)
    .select('id as paymentId')
    .select((eb) => eb.ref('appointment_id').$notNull().as('appointmentId'))
    .executeTakeFirstOrThrow()
  const again = { ...rest, userId: centerId, centerId, amountCents: price, refundedCents: 0, reason: 'Otra vez.' }
  await expect(refundPayment(platform, again)).rejects.toMatchObject({ code: 'agenda.passed_on' })
  expect((await inTransit()).map(({ inTransitCents }) => inTransitCents)).toEqual([price, -price])
})

test('a visit that has not ended covers no refund of another, because its desk may still cancel it', async () => {
  const { centerId, settle, refund, startAnother, inTransit } = await buildPaidOnline()
  await settle()
  const other = await startAnother()
  await completeAppointment(platform, other)
  await expect(refund()).rejects.toMatchObject({ code: 'agenda.passed_on' })
  // Its own payment is given back in either way.
  const { id: paymentId } = await db
    .selectFrom('payments')
    .where('appointment_id', '=', other.appointmentId)
    .select('id')
    .executeTakeFirstOrThrow()
  await refundPayment(platform, { ...other, paymentId, amountCents: 1, refundedCents: 0, reason: 'Sobraba.' })
  clock.set(new Date(clock.now().getTime() + 2 * hourMs))
  await expect(refund()).rejects.toMatchObject({ code: 'agenda.passed_on' })
  await completeAppointment(platform, await startAnother())
  clock.set(new Date(clock.now().getTime() + 2 * hourMs))
  await refund()
  expect((await inTransit()).map(({ inTransitCents }) => inTransitCents)).toEqual([2 * price - 1, -price])
  expect(await findObstacle(db, { userId: centerId, now: clock.now() })).toBeUndefined()
})

test('a centre that owes Senda what was refunded does not delete its account', async () => {
  const { centerId, settle, appointmentId } = await buildPaidOnline()
  expect(await findObstacle(db, { userId: centerId, now: clock.now() })).toBeUndefined()
  await settle()
  const refunded = { refund_amount: price, refund_reason: 'Lo decidió el equipo.' }
  await db.updateTable('payments').set(refunded).where('appointment_id', '=', appointmentId).execute()
  expect(await findObstacle(db, { userId: centerId, now: clock.now() })).toBe('accounts.center_owes')
})

test('figures that changed since staff saw them settle nothing, and a month is settled once it is over', async () => {
  const { settle, inTransit } = await buildPaidOnline()
  expect(await settle({ onlineCents: price - 1 })).toMatchObject({
    isDone: false,
    refusal: { code: 'commissions.changed' },
    open: { count: 1, commissionCents: 10_000, onlineCents: price },
  })
  clock.set(new Date('2026-11-30T15:00:00Z'))
  await expect(settle()).rejects.toMatchObject({ code: 'commissions.month_not_over' })
  expect(await inTransit()).toHaveLength(1)
})

test('two members of staff who settle a month at once pass its payments on once', async () => {
  const { settle, owner, centerId } = await buildPaidOnline()
  const outcomes = await Promise.all([settle({}, 'TRF-A'), settle({}, 'TRF-B')])
  expect(outcomes.filter((outcome) => outcome?.isDone)).toHaveLength(1)
  expect((await owner.settlements({ centerId })).items).toHaveLength(1)
})

test('the database passes no payment on twice', async () => {
  const { settle, centerId } = await buildPaidOnline()
  await settle()
  const again = db
    .insertInto('settled_payments')
    .columns(['settlement_id', 'payment_id', 'amount'])
    .expression((eb) =>
      eb
        .selectFrom('commission_settlements')
        .innerJoin('payments', 'payments.center_id', 'commission_settlements.center_id')
        .select(['commission_settlements.id', 'payments.id', eb.lit(1).as('amount')])
        .where('payments.center_id', '=', centerId),
    )
  await expect(again.execute()).rejects.toThrow()
})

test('the owner downloads the statement of a month as a spreadsheet and as a PDF', async () => {
  const { centerId, owner, settle } = await buildPaidOnline()
  await settle()
  const { csv, fileName } = await owner.statementCsv({ centerId, month: november })
  expect(fileName).toBe('estado-de-cuenta-2026-11.csv')
  expect(csv).toContain('Lo que ganaste;Neto;900,00\r\n')
  expect(csv).toContain('Dónde está el dinero;Recibido;1000,00\r\n')
  expect(csv).toContain(';Te transferimos;900,00\r\n')
  const pdf = await owner.statementPdf({ centerId, month: november })
  expect([pdf.name, pdf.type]).toEqual(['estado-de-cuenta-2026-11.pdf', 'application/pdf'])
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
