import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { purgeTokens } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { disconnectAccount, readAccount } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { listTroubled } from '#server/features/payments/repository/refused-refunds.ts'
import { listToSettle } from '#server/features/payments/repository/transit.ts'
import { repeatRefunds } from '#server/features/payments/usecases/refund-online.ts'
import { resolveRefusal } from '#server/features/payments/usecases/resolve-refusal.ts'
import type { NoticeKind } from '#server/mercado-pago/double/notices.ts'
import type { Payment } from '#server/mercado-pago/double/state.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildReward } from '#server/testing/promotions.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { receiveNotification } from './usecases/receive-notification.ts'
import { findLatePayments } from './usecases/settle-checkouts.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const start = clock.now()
const price = 150_000
const fee = 15_000
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

beforeEach(async () => {
  clock.set(start)
  double.notices.length = 0
  double.habits.partialRefunds = true
  for (const seller of double.state.sellers) seller.balance = 1_000_000
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

async function bookVisit({ hours = 72 } = {}) {
  const service = await buildService(platform)
  const { centerId } = service
  await connectAccount(platform, { centerId })
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + hours * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  return { centerId, patientId, appointmentId, service }
}
type Visit = Awaited<ReturnType<typeof bookVisit>>
type Discount = { kind: 'promotion' | 'reward'; id: string }

async function openPage(
  { patientId, appointmentId }: Visit,
  { totalCents = price, discount }: { totalCents?: number; discount?: Discount } = {},
) {
  const order = { patientId, appointmentId, method: 'page', totalCents, discount, idempotencyKey: newId() } as const
  const { checkout, redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
  return { checkoutId: checkout.id, preferenceId: new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? '' }
}
async function send(payment: Payment, kind: NoticeKind = 'signed'): Promise<void> {
  const { url, headers, body } = double.noticeOf(payment, kind)
  const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
  await receiveNotification(platform, { request, address: '203.0.113.9' })
}
const commissionOf = ({ appointmentId }: Visit) =>
  db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .select([
      'commission_amount as commission',
      'credit_amount as credit',
      'withheld_amount as withheld',
      'due_amount as due',
      'status',
    ])
    .executeTakeFirst()
const pointsOf = async ({ patientId }: Visit) =>
  (
    await db
      .selectFrom('user_points')
      .where('user_id', '=', patientId)
      .select('available_points as points')
      .executeTakeFirst()
  )?.points
const sellerOf = (payment: Payment) => {
  const seller = double.state.sellers.find(({ id }) => id === payment.sellerId)
  if (!seller) throw new Error('no seller')
  return seller
}
const cancel = ({ patientId, appointmentId }: Visit) =>
  cancelAppointment(platform, { appointmentId, caller: { userId: patientId, visitorKey: undefined } })
async function refundAtDesk(visit: Visit, amountCents = price) {
  const { id: paymentId } = await db
    .selectFrom('payments')
    .where('appointment_id', '=', visit.appointmentId)
    .select('id')
    .executeTakeFirstOrThrow()
  await refundPayment(platform, {
    ...visit,
    userId: visit.centerId,
    paymentId,
    amountCents,
    refundedCents: 0,
    reason: 'No la pudo atender.',
  })
}
async function resolve(visit: Visit, way: 'gateway' | 'center') {
  const [refused] = (await readAccount(platform, visit)).refused
  await resolveRefusal(platform, {
    userId: visit.centerId,
    centerId: visit.centerId,
    refundId: refused?.refundId ?? '',
    way,
  })
}
/** Settles what the centre's only commission says. */
const settle = (visit: Visit) =>
  settleCommissions(platform, {
    actorId,
    period: 'month',
    reference: `TRF-${newId().slice(0, 8)}`,
    targets: [{ id: visit.centerId, count: 1, commissionCents: 0 }],
  })
const toSettleOf = async ({ centerId }: Visit) => {
  const [open] = await listToSettle(db, { before: new Date(clock.now().getTime() + dayMs), centerId })
  return open?.commissionCents ?? 0
}
const troubledOf = async (checkoutId: string) =>
  (await listTroubled(db, { limit: 50, claimedSince: start })).filter((row) => row.checkoutId === checkoutId)
const namesOf = async (visit: Visit) => {
  const { id } = await db
    .selectFrom('commissions')
    .where('appointment_id', '=', visit.appointmentId)
    .select('id')
    .executeTakeFirstOrThrow()
  return (await verifyLedger(db)).filter((fault) => fault.id === id)
}
/** The mails that tell the payer that a refund was refused. */
async function refusalsTo({ patientId }: Visit) {
  const { email } = await db.selectFrom('users').where('id', '=', patientId).select('email').executeTakeFirstOrThrow()
  const mails = await listAllMails(platform, { limit: 500 })
  return mails.filter(({ to, subject }) => to === email && subject.startsWith('No pudimos devolverte'))
}
const refund = () => runJobs(platform, { only: 'payments.refund' })

/** The owner gives the payment back on the pages of Mercado Pago, without Senda. */
async function refundInPanel(payment: Payment): Promise<void> {
  Object.assign(payment, { refunded: payment.amount })
  double.change(payment, { status: 'refunded', detail: 'refunded' })
  await send(payment)
}

async function withReward({ patientId: userId }: Visit, discountCents: number): Promise<Discount> {
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo', reference, now: clock.now() } as const
  await db.transaction().execute((tx) => grantPoints(tx, gift))
  const rewardId = await buildReward(platform, { discountCents })
  return { kind: 'reward', id: (await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })).id }
}

async function payAndComplete(visit: Visit, order: Parameters<typeof openPage>[1] = {}) {
  const { checkoutId, preferenceId } = await openPage(visit, order)
  const payment = double.pay(preferenceId, 'APRO')
  await send(payment)
  later(73 * hourMs)
  await completeAppointment(platform, { ...visit, userId: visit.centerId })
  return { checkoutId, payment }
}

describe("the centre's word that it gave a refused refund back itself", () => {
  it('lets no settlement pay for it, also when the panel gives the payment back afterwards', async () => {
    const visit = await bookVisit()
    const { preferenceId } = await openPage(visit)
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    await cancel(visit)
    sellerOf(payment).balance = 0
    await refund()
    await resolve(visit, 'center')
    expect(await toSettleOf(visit)).toBe(0)
    await refundInPanel(payment)
    expect(await toSettleOf(visit)).toBe(0)
    expect(await commissionOf(visit)).toMatchObject({ status: 'cancelled' })
  })

  it('of a visit that took place is on the list of staff for 90 days', async () => {
    const visit = await bookVisit()
    const { checkoutId, payment } = await payAndComplete(visit)
    sellerOf(payment).balance = 0
    await refundAtDesk(visit)
    await refund()
    await resolve(visit, 'center')
    expect(await toSettleOf(visit)).toBe(0)
    expect(await troubledOf(checkoutId)).toMatchObject([{ refusal: 'balance', claimedAt: clock.now() }])
  })

  it.each(['gateway refused it', 'centre says it gave it back'])(
    'lets one reward credit one visit only, however often the %s',
    async (end) => {
      const visit = await bookVisit()
      const discount = await withReward(visit, 75_000)
      const pointsBefore = await pointsOf(visit)
      for (let round = 0; round < 3; round += 1) {
        const startsAt = new Date(clock.now().getTime() + hourMs)
        const { patientId, service } = visit
        const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
        const next = { ...visit, appointmentId }
        const { payment } = await payAndComplete(next, { totalCents: 75_000, discount })
        sellerOf(payment).balance = 0
        await refundAtDesk(next, 75_000)
        await refund()
        if (end.startsWith('centre')) await resolve(next, 'center')
        expect((await commissionOf(next))?.credit ?? 0).toBe(0)
      }
      expect(await toSettleOf(visit)).toBeGreaterThanOrEqual(0)
      // Points stand behind a commission, which the centre owes while it keeps the money.
      if (end.startsWith('centre')) expect(await pointsOf(visit)).toBe(pointsBefore)
    },
  )
})

it('what the owner gave back in the panel counts as given back when the patient cancels', async () => {
  const visit = await bookVisit()
  const { checkoutId, preferenceId } = await openPage(visit)
  const payment = double.pay(preferenceId, 'APRO')
  await send(payment)
  await refundInPanel(payment)
  await cancel(visit)
  await refund()
  expect((await commissionOf(visit))?.due ?? 0).toBe(0)
  expect(await troubledOf(checkoutId)).toEqual([])
  expect(await refusalsTo(visit)).toEqual([])
})

it('a whole refund after the settlement, with which the gateway returns the fee, is named by the ledger', async () => {
  const visit = await bookVisit()
  const { payment } = await payAndComplete(visit)
  await settle(visit)
  expect(await namesOf(visit)).toEqual([])
  await refundAtDesk(visit)
  await refund()
  await send(payment)
  expect(await namesOf(visit)).toHaveLength(1)
})

describe('an account that was disconnected after a visit was paid', () => {
  async function disconnected() {
    const visit = await bookVisit()
    const paid = await payAndComplete(visit)
    await findLatePayments(platform)
    await disconnectAccount(platform, { userId: visit.centerId, centerId: visit.centerId })
    await purgeTokens(db, { now: clock.now() })
    return { visit, ...paid }
  }

  it('is still asked, so that what the panel gives back makes the commission due', async () => {
    const { visit, payment } = await disconnected()
    Object.assign(payment, { refunded: payment.amount })
    double.change(payment, { status: 'refunded', detail: 'refunded' })
    later(8 * dayMs)
    await findLatePayments(platform)
    expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
  })

  it('gives a payment back that the desk refunds', async () => {
    const { visit, payment } = await disconnected()
    await refundAtDesk(visit)
    await refund()
    expect(payment.refunded).toBe(price / 100)
  })

  it('gives a refused refund back that is asked for again', async () => {
    const visit = await bookVisit()
    const { payment } = await payAndComplete(visit)
    const { balance } = sellerOf(payment)
    sellerOf(payment).balance = 0
    await refundAtDesk(visit)
    await refund()
    await disconnectAccount(platform, { userId: visit.centerId, centerId: visit.centerId })
    await purgeTokens(db, { now: clock.now() })
    sellerOf(payment).balance = balance
    await resolve(visit, 'gateway')
    await refund()
    expect(payment.refunded).toBe(price / 100)
  })
})

it('a refund that a withdrawn consent stops is refused after days: the payer, the owner and staff learn of it, and the commission is due', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  double.revoke(payment.sellerId)
  await refundAtDesk(visit)
  await refund().catch(() => undefined)
  expect(await troubledOf(checkoutId)).toEqual([])
  later(6 * dayMs)
  await repeatRefunds(platform)
  await refund().catch(() => undefined)
  expect(await troubledOf(checkoutId)).toMatchObject([{ refusal: 'disconnected', claimedAt: null }])
  expect(await commissionOf(visit)).toEqual({ commission: fee, credit: 0, withheld: fee, due: 0, status: 'pending' })
  expect(await refusalsTo(visit)).toHaveLength(1)
  await connectAccount(platform, visit)
  await resolve(visit, 'gateway')
  await refund()
  expect(payment.refunded).toBe(price / 100)
})

it('a refused refund is a credit note of the month in which the money was given back, and none before', async () => {
  const visit = await bookVisit()
  const issuer = { ...visit, data: centerTaxData, revision: 1, now: clock.now() }
  await db.transaction().execute((tx) => insertRevision(tx, issuer))
  const { payment } = await payAndComplete(visit)
  later(12 * dayMs)
  sellerOf(payment).balance = 0
  await refundAtDesk(visit)
  await refund()
  const notes = async (month: string) => {
    const documents = await readDocuments(platform, { centerId: visit.centerId, month })
    return documents.filter(({ kind }) => kind === 'creditNote').map(({ totalCents }) => totalCents)
  }
  const months = async () => [await notes('2026-11-01'), await notes('2026-12-01')]
  expect(await months()).toEqual([[], []])
  later(3 * dayMs)
  await resolve(visit, 'center')
  expect(await months()).toEqual([[], [price]])
})

it("a fee that another application of the owner took doesn't count as Senda's, so that the commission is due", async () => {
  const visit = await bookVisit()
  const { preferenceId } = await openPage(visit)
  const opened = double.state.preferences.get(preferenceId)
  if (!opened) throw new Error('The double has the page.')
  // The same reference and the same fee, on a page that Senda did not open.
  const id = `${opened.sellerId}-${newId()}`
  double.state.preferences.set(id, { ...opened, id })
  await send(double.pay(id, 'APRO'))
  later(73 * hourMs)
  await completeAppointment(platform, { ...visit, userId: visit.centerId })
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
})

it('a fee whose page the gateway names only later counts from then on', async () => {
  const visit = await bookVisit()
  const { preferenceId } = await openPage(visit)
  const payment = double.pay(preferenceId, 'APRO')
  payment.preferenceId = ''
  await send(payment)
  later(73 * hourMs)
  await completeAppointment(platform, { ...visit, userId: visit.centerId })
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
  payment.preferenceId = preferenceId
  await findLatePayments(platform)
  expect(await commissionOf(visit)).toMatchObject({ withheld: fee, due: 0 })
})
