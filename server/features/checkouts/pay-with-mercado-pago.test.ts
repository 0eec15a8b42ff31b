import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { disconnectAccount, readAccount } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { sumIncomeOfCenter } from '#server/features/payments/repository/income.ts'
import { listTroubled } from '#server/features/payments/repository/refused-refunds.ts'
import { listToSettle } from '#server/features/payments/repository/transit.ts'
import { repeatRefunds } from '#server/features/payments/usecases/refund-online.ts'
import { resolveRefusal } from '#server/features/payments/usecases/resolve-refusal.ts'
import type { NoticeKind } from '#server/mercado-pago/double/notices.ts'
import type { Payment } from '#server/mercado-pago/double/state.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { readCenterProfile } from '#server/processes/center-profile.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildHeldTime } from '#server/testing/deposits.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { readQuote } from './usecases/read-quote.ts'
import { receiveNotification } from './usecases/receive-notification.ts'
import { settleCheckouts } from './usecases/settle-checkouts.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const start = clock.now()
const price = 150_000
/** The commission of 10 %, which Mercado Pago takes from the payment. */
const fee = 15_000
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

beforeEach(async () => {
  clock.set(start)
  double.notices.length = 0
  double.habits.partialRefunds = true
  double.habits.searchLagMs = 0
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

async function bookVisit({ isConnected = true, hours = 48 } = {}) {
  const service = await buildService(platform)
  const { centerId } = service
  if (isConnected) await connectAccount(platform, { centerId })
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + hours * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  return { centerId, patientId, appointmentId }
}

type Visit = Awaited<ReturnType<typeof bookVisit>>

async function openPage({ patientId, appointmentId }: Visit) {
  const order = { patientId, appointmentId, method: 'page', totalCents: price, idempotencyKey: newId() } as const
  const { checkout, redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
  const preferenceId = new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? ''
  return { checkoutId: checkout.id, preferenceId }
}

async function send(payment: Payment, kind: NoticeKind = 'signed'): Promise<void> {
  const { url, headers, body } = double.noticeOf(payment, kind)
  const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
  await receiveNotification(platform, { request, address: '203.0.113.9' })
}

const checkoutOf = (id: string) =>
  db
    .selectFrom('checkouts')
    .where('id', '=', id)
    .select(['status', 'dispute', 'refunded_amount as refunded', 'gateway_refunded_amount as atGateway'])
    .executeTakeFirstOrThrow()
const paidFor = async ({ appointmentId }: Visit) =>
  (
    await db
      .selectFrom('appointments')
      .where('id', '=', appointmentId)
      .select('paid_amount as paid')
      .executeTakeFirstOrThrow()
  ).paid

const commissionOf = ({ appointmentId }: Visit) =>
  db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .select(['commission_amount as commission', 'withheld_amount as withheld', 'due_amount as due', 'status'])
    .executeTakeFirstOrThrow()

const pointsOf = async ({ patientId }: Visit) =>
  (
    await db
      .selectFrom('user_points')
      .where('user_id', '=', patientId)
      .select('available_points as points')
      .executeTakeFirstOrThrow()
  ).points

describe('a centre without a connected account', () => {
  it('takes no payment online, and its page says so', async () => {
    const visit = await bookVisit({ isConnected: false })
    expect((await readCenterProfile(platform, { ...visit, preview: true })).paysOnline).toBe(false)
    await expect(readQuote(platform, visit)).rejects.toEqual(withCode('checkouts.off'))
    await expect(openPage(visit)).rejects.toEqual(withCode('checkouts.off'))
    await connectAccount(platform, visit)
    expect((await readCenterProfile(platform, { ...visit, preview: true })).paysOnline).toBe(true)
    expect(await readQuote(platform, visit)).toMatchObject({
      gateway: { label: 'Mercado Pago', methods: ['page'], tokensUrl: null },
    })
  })
})

describe('a payment on the page of Mercado Pago', () => {
  it('goes to the account of the centre, and each of its notices in any order and number pays once', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    expect(double.state.preferences.get(preferenceId)).toMatchObject({ sellerId: '44444', reference: checkoutId })
    const declined = double.pay(preferenceId, 'FUND')
    const payment = double.pay(preferenceId, 'APRO')
    for (const kind of ['merchant-order', 'signed', 'unsigned', 'ipn', 'one-character-changed', 'signed'] as const) {
      await send(payment, kind)
      await send(declined, kind)
    }
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
    expect(await paidFor(visit)).toBe(price)
    expect(await verifyLedger(db)).toEqual([])
  })

  it('reached the centre with its approval: Senda holds nothing of it, and staff have nothing to pass on', async () => {
    const visit = await bookVisit()
    const { preferenceId } = await openPage(visit)
    await send(double.pay(preferenceId, 'APRO'))
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    expect(await sumIncomeOfCenter(db, visit)).toMatchObject({ receivedCents: price - fee, inTransitCents: 0 })
    expect(await listToSettle(db, { before: clock.now(), centerId: visit.centerId })).toEqual([])
    expect(await verifyLedger(db)).toEqual([])
  })

  it('pays its commission in advance, which the centre then no longer owes', async () => {
    const visit = await bookVisit()
    const { preferenceId } = await openPage(visit)
    expect(double.state.preferences.get(preferenceId)).toMatchObject({ fee: fee / 100 })
    await send(double.pay(preferenceId, 'APRO'))
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    expect(await commissionOf(visit)).toEqual({ commission: fee, withheld: fee, due: 0, status: 'pending' })
    expect(await verifyLedger(db)).toEqual([])
    await db.updateTable('commissions').set({ withheld_amount: 1 }).where('center_id', '=', visit.centerId).execute()
    expect(await verifyLedger(db)).toMatchObject([{ fault: 'counts 1 cents as taken by the gateway, but 15000 were' }])
    await db.updateTable('commissions').set({ withheld_amount: fee }).where('center_id', '=', visit.centerId).execute()
  })

  it('counts as taken what the gateway says, and not what Senda asked', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    const requested = double.state.preferences.get(preferenceId)
    if (!requested) throw new Error('the double has the page')
    // An application of the centre's own makes the payment, with the reference of the checkout and without its fee.
    const id = `${requested.sellerId}-${newId()}`
    double.state.preferences.set(id, { ...requested, id, fee: 0 })
    await send(double.pay(id, 'APRO'))
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    expect(await commissionOf(visit)).toEqual({ commission: fee, withheld: 0, due: fee, status: 'pending' })
  })

  it('after the visit pays the commission that was owed, and nothing in advance of a settled one', async () => {
    const visit = await bookVisit()
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    expect(await commissionOf(visit)).toMatchObject({ due: fee })
    const { preferenceId } = await openPage(visit)
    await send(double.pay(preferenceId, 'APRO'))
    expect(await commissionOf(visit)).toMatchObject({ withheld: fee, due: 0 })
    expect(await verifyLedger(db)).toEqual([])
  })

  it('for a visit whose commission is settled pays none in advance', async () => {
    const visit = await bookVisit()
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    await db
      .updateTable('commissions')
      .set({ status: 'paid', paid_at: clock.now() })
      .where('center_id', '=', visit.centerId)
      .execute()
    const { preferenceId } = await openPage(visit)
    expect(double.state.preferences.get(preferenceId)).toMatchObject({ fee: 0 })
  })

  it('is found without a notice, after the search shows it', async () => {
    double.habits.searchLagMs = 5 * minuteMs
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    double.pay(preferenceId, 'APRO')
    later(2 * minuteMs)
    await settleCheckouts(platform)
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'created' })
    later(4 * minuteMs)
    await settleCheckouts(platform)
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
  })

  it('that is approved twice is given back once', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    const [first, second] = [double.pay(preferenceId, 'APRO'), double.pay(preferenceId, 'APRO')]
    for (const payment of [second, first, second, first]) await send(payment)
    await runJobs(platform, { only: 'payments.refund' })
    for (const payment of [first, second]) await send(payment)
    expect([first.refunded, second.refunded].toSorted((one, other) => one - other)).toEqual([0, price / 100])
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', refunded: 0, atGateway: 0 })
    expect(await paidFor(visit)).toBe(price)
    expect(await verifyLedger(db)).toEqual([])
  })

  it('of another amount, another currency, or with a third decimal pays nothing', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    const other = double.pay(preferenceId, 'APRO')
    for (const change of [{ currency: 'USD' }, { currency: 'UYU', amount: 1500.001 }, { amount: 1400 }]) {
      Object.assign(other, change)
      await send(other)
      expect(await paidFor(visit)).toBe(0)
    }
    await runJobs(platform, { only: 'payments.refund' })
    expect(other).toMatchObject({ status: 'refunded', refunded: 1400 })
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'created' })
  })

  it('that was given back before Senda learned of it pays nothing', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    const payment = double.pay(preferenceId, 'APRO')
    Object.assign(payment, { status: 'refunded', detail: 'refunded', refunded: price / 100 })
    await send(payment)
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'declined' })
    expect(await paidFor(visit)).toBe(0)
  })
})

describe("a payment on a stranger's account", () => {
  /** What an application of the stranger's own creates on the account 55555, which is connected to the stranger's centre. */
  function payOneself(reference: string, { pesos = price / 100 } = {}) {
    const id = `55555-${newId()}`
    const address = 'https://stranger.example/'
    const backUrls = { success: address, pending: address, failure: address }
    const order = { id, sellerId: '55555', title: '', amount: pesos, fee: 0, reference, notificationUrl: address }
    double.state.preferences.set(id, { ...order, backUrls, autoReturn: false, from: 0, until: Number.MAX_SAFE_INTEGER })
    return double.pay(id, 'APRO')
  }

  /** A notification that a stranger writes: it names the account, and nothing of the checkout. */
  async function forge({ id }: Payment): Promise<void> {
    const query = new URLSearchParams({ type: 'payment', 'data.id': id })
    const request = { query, headers: new Headers(), body: JSON.stringify({ user_id: 55555 }) }
    await receiveNotification(platform, { request, address: '203.0.113.66' })
  }

  it("pays no checkout of another centre, although it carries its reference, and none is given back in that centre's name", async () => {
    const visit = await bookVisit()
    const stranger = await buildService(platform)
    await connectAccount(platform, { ...stranger, seller: '55555' })
    const { checkoutId } = await openPage(visit)
    await forge(payOneself(checkoutId))
    await forge(payOneself(checkoutId, { pesos: 9_000_000 }))
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'created' })
    expect(await paidFor(visit)).toBe(0)
    const refunds = db.selectFrom('gateway_refunds').where('checkout_id', '=', checkoutId).select('id')
    expect(await refunds.execute()).toEqual([])
  })

  it('changes nothing of a payment that was approved', async () => {
    const visit = await bookVisit()
    const stranger = await buildService(platform)
    await connectAccount(platform, { ...stranger, seller: '55555' })
    const { checkoutId, preferenceId } = await openPage(visit)
    await send(double.pay(preferenceId, 'APRO'))
    await forge(payOneself(checkoutId))
    await runJobs(platform, { only: 'payments.refund' })
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', refunded: 0, atGateway: 0 })
    expect(await verifyLedger(db)).toEqual([])
  })

  it('of an account that moved to another centre still pays the checkout that was opened on it', async () => {
    const visit = await bookVisit()
    const { checkoutId, preferenceId } = await openPage(visit)
    await disconnectAccount(platform, { userId: visit.centerId, centerId: visit.centerId })
    await connectAccount(platform, await buildService(platform))
    const { id, sellerId } = double.pay(preferenceId, 'APRO')
    const query = new URLSearchParams({ type: 'payment', 'data.id': id })
    const request = { query, headers: new Headers(), body: JSON.stringify({ user_id: Number(sellerId) }) }
    await receiveNotification(platform, { request, address: '203.0.113.9' })
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
  })
})

/** To the payer and to the owner. */
const countRefusalMails = async () =>
  (await listAllMails(platform, { limit: 100 })).filter(({ subject }) =>
    /No pudimos devolverte|No salió una devolución/.test(subject),
  ).length

describe('after the approval', () => {
  async function pay(hours = 48) {
    const visit = await bookVisit({ hours })
    const page = await openPage(visit)
    const payment = double.pay(page.preferenceId, 'APRO')
    await send(payment)
    return { visit, payment, ...page }
  }
  const cancel = async ({ patientId, appointmentId }: Visit) =>
    cancelAppointment(platform, { appointmentId, caller: { userId: patientId, visitorKey: undefined } })

  it('a cancellation gives the money back, also after the centre has disconnected', async () => {
    const { visit, payment, checkoutId } = await pay()
    await disconnectAccount(platform, { userId: visit.centerId, centerId: visit.centerId })
    await cancel(visit)
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment).toMatchObject({ status: 'refunded', refunded: price / 100 })
    await send(payment)
    expect(await checkoutOf(checkoutId)).toMatchObject({ refunded: price, atGateway: price })
    expect(await verifyLedger(db)).toEqual([])
  })

  it('a late cancellation gives the share of the fee back, and the rest is the commission on what the centre keeps', async () => {
    const { visit, payment } = await pay(20)
    later(40 * minuteMs)
    await cancel(visit)
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(price / 200)
    expect(await commissionOf(visit)).toEqual({ commission: fee / 2, withheld: fee / 2, due: 0, status: 'pending' })
    const kept = price / 2
    expect(await sumIncomeOfCenter(db, visit)).toMatchObject({ retainedCents: kept, receivedCents: kept - fee / 2 })
  })

  it('a refund in part that Mercado Pago refuses is recorded, and the ledger names it', async () => {
    double.habits.partialRefunds = false
    const { visit, payment, checkoutId } = await pay(20)
    later(40 * minuteMs)
    await cancel(visit)
    await runJobs(platform, { only: 'payments.refund' })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(0)
    expect((await verifyLedger(db)).filter(({ id }) => id === checkoutId)).toMatchObject([
      { fault: 'has refunds of 75000 cents that the gateway refused' },
    ])
  })

  it('a refused refund is asked for again, or recorded as given back by the centre, which the payer reads', async () => {
    double.habits.partialRefunds = false
    const { visit, payment, checkoutId } = await pay(20)
    later(40 * minuteMs)
    await cancel(visit)
    const mailsBefore = await countRefusalMails()
    await runJobs(platform, { only: 'payments.refund' })
    const [refused] = (await readAccount(platform, visit)).refused
    const refundId = refused?.refundId ?? ''
    const resolve = (way: 'gateway' | 'center') =>
      resolveRefusal(platform, { userId: visit.centerId, centerId: visit.centerId, refundId, way })
    const listed = async () =>
      (await listTroubled(db, { limit: 50, claimedSince: new Date(0), unreadBefore: clock.now() })).filter(
        (row) => row.checkoutId === checkoutId,
      )
    expect(await listed()).toMatchObject([{ refusal: 'partial', amountCents: price / 2 }])
    // The money is still the centre's, and Mercado Pago has kept the whole fee.
    expect(await commissionOf(visit)).toMatchObject({ commission: fee, withheld: fee, due: 0 })
    expect((await countRefusalMails()) - mailsBefore).toBe(2)

    await resolve('gateway')
    await resolve('gateway')
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(0)
    expect(await listed()).toHaveLength(1)
    const stranger = { userId: (await buildService(platform)).centerId, centerId: visit.centerId, refundId }
    await expect(resolveRefusal(platform, { ...stranger, way: 'center' })).rejects.toThrow()

    await Promise.all([resolve('center'), resolve('center')])
    // Staff see the centre's word, and the gateway's alone returns its share of the fee: no settlement pays for a word.
    expect(await listed()).toMatchObject([{ refusal: 'partial', claimedAt: clock.now() }])
    expect(await commissionOf(visit)).toMatchObject({ commission: fee / 2, withheld: fee / 2, due: 0 })
    expect((await readAccount(platform, visit)).refused).toEqual([])
    await expect(resolve('gateway')).rejects.toEqual(withCode('payments.refund_decided'))
    expect((await verifyLedger(db)).filter(({ id }) => id === checkoutId)).toEqual([])
    const mails = (await listAllMails(platform, { limit: 50 })).filter(({ subject }) =>
      subject.includes('anotó que te devolvió'),
    )
    expect(mails).toHaveLength(1)
  })

  it('a refused refund of all after the visit leaves the commission due until the money is given back', async () => {
    const { visit, payment } = await pay()
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    const seller = double.state.sellers.find(({ id }) => id === payment.sellerId)
    if (!seller) throw new Error('the double has the account')
    const { balance } = seller
    seller.balance = 0
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    const refund = { paymentId, amountCents: price, refundedCents: 0, reason: 'No la pudo atender.' }
    await refundPayment(platform, { ...visit, ...refund, userId: visit.centerId })
    expect(await commissionOf(visit)).toMatchObject({ status: 'cancelled' })
    await runJobs(platform, { only: 'payments.refund' })
    expect(await commissionOf(visit)).toEqual({ commission: fee, withheld: fee, due: 0, status: 'pending' })
    const [refused] = (await readAccount(platform, visit)).refused
    const way = { centerId: visit.centerId, refundId: refused?.refundId ?? '', way: 'gateway' } as const
    seller.balance = balance
    await resolveRefusal(platform, { ...way, userId: visit.centerId })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(price / 100)
    expect(await commissionOf(visit)).toMatchObject({ status: 'cancelled', withheld: 0 })
  })

  it.each(['cancelled for free', 'completed'] as const)(
    'a whole payment that the centre says to have given back itself owes no commission, and no settlement pays for it: %s',
    async (end) => {
      const { visit, payment, checkoutId } = await pay(72)
      if (end === 'completed') {
        later(73 * hourMs)
        await completeAppointment(platform, { ...visit, userId: visit.centerId })
      }
      const seller = double.state.sellers.find(({ id }) => id === payment.sellerId)
      if (!seller) throw new Error('the double has the account')
      const { balance } = seller
      seller.balance = 0
      if (end === 'completed') {
        const { id: paymentId } = await db
          .selectFrom('payments')
          .where('appointment_id', '=', visit.appointmentId)
          .select('id')
          .executeTakeFirstOrThrow()
        const refund = { paymentId, amountCents: price, refundedCents: 0, reason: 'No la pudo atender.' }
        await refundPayment(platform, { ...visit, ...refund, userId: visit.centerId })
      } else await cancel(visit)
      await runJobs(platform, { only: 'payments.refund' })
      expect(await commissionOf(visit)).toEqual({ commission: fee, withheld: fee, due: 0, status: 'pending' })
      const [refused] = (await readAccount(platform, visit)).refused
      const way = { centerId: visit.centerId, refundId: refused?.refundId ?? '', way: 'center' } as const
      await resolveRefusal(platform, { ...way, userId: visit.centerId })
      seller.balance = balance
      expect(await commissionOf(visit)).toMatchObject({ status: 'cancelled' })
      const ofIt = await verifyLedger(db)
      expect(ofIt.filter(({ id }) => id === checkoutId || id === visit.appointmentId)).toEqual([])
    },
  )

  it('what the owner gives back without Senda returns the fee, so that the commission is due again', async () => {
    const { visit, payment } = await pay()
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    Object.assign(payment, { refunded: price / 100 })
    double.change(payment, { status: 'refunded', detail: 'refunded' })
    await send(payment)
    await send(payment)
    expect(await commissionOf(visit)).toEqual({ commission: fee, withheld: 0, due: fee, status: 'pending' })
  })

  it('points that a refused refund brought back go once the money is given back', async () => {
    const { visit, payment } = await pay()
    later(49 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    const seller = double.state.sellers.find(({ id }) => id === payment.sellerId)
    if (!seller) throw new Error('the double has the account')
    const { balance } = seller
    seller.balance = 0
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    const refund = { paymentId, amountCents: price, refundedCents: 0, reason: 'No la pudo atender.' }
    await refundPayment(platform, { ...visit, ...refund, userId: visit.centerId })
    expect(await pointsOf(visit)).toBe(0)
    await runJobs(platform, { only: 'payments.refund' })
    expect(await pointsOf(visit)).toBe(100)
    const [refused] = (await readAccount(platform, visit)).refused
    const way = { centerId: visit.centerId, refundId: refused?.refundId ?? '', way: 'gateway' } as const
    seller.balance = balance
    await resolveRefusal(platform, { ...way, userId: visit.centerId })
    await runJobs(platform, { only: 'payments.refund' })
    expect(await pointsOf(visit)).toBe(0)
  })

  it('a refund that was refused for want of money leaves once it is asked for again', async () => {
    double.habits.partialRefunds = false
    const { visit, payment, checkoutId } = await pay(20)
    later(40 * minuteMs)
    await cancel(visit)
    await runJobs(platform, { only: 'payments.refund' })
    const [refused] = (await readAccount(platform, visit)).refused
    double.habits.partialRefunds = true
    const way = { centerId: visit.centerId, refundId: refused?.refundId ?? '', way: 'gateway' } as const
    await resolveRefusal(platform, { ...way, userId: visit.centerId })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(price / 200)
    expect(await commissionOf(visit)).toMatchObject({ withheld: fee / 2, due: 0 })
    expect((await verifyLedger(db)).filter(({ id }) => id === checkoutId)).toEqual([])
  })

  it('a dispute is recorded, the owner learns of each step once, and the ledger names a lost one', async () => {
    const { payment, checkoutId } = await pay()
    for (const [status, detail] of [
      ['in_mediation', 'pending'],
      ['charged_back', 'in_process'],
      ['charged_back', 'settled'],
    ] as const) {
      double.change(payment, { status, detail })
      await send(payment)
      await send(payment)
    }
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', dispute: 'lost' })
    expect(
      (await listAllMails(platform, { limit: 200 }))
        .map(({ subject }) => subject)
        .filter((subject) => /contracargo|reclamo/.test(subject)),
    ).toHaveLength(3)
    expect((await verifyLedger(db)).filter(({ id }) => id === checkoutId)).toHaveLength(1)
  })

  it('money that was given back at Mercado Pago and not by Senda is a refund of the visit', async () => {
    const { payment, checkoutId } = await pay()
    payment.refunded = 300
    await send(payment)
    expect(await checkoutOf(checkoutId)).toMatchObject({ refunded: 30_000 })
    expect((await verifyLedger(db)).filter(({ id }) => id === checkoutId)).toEqual([])
  })

  it('a revoked access stops nothing else, and the refund is paid once the account is connected again', async () => {
    const { visit, payment } = await pay()
    double.revoke('44444')
    await cancel(visit)
    await expect(runJobs(platform, { only: 'payments.refund' })).rejects.toThrow()
    expect(payment.refunded).toBe(0)
    await connectAccount(platform, visit)
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(price / 100)
    await repeatRefunds(platform)
    expect(payment.refunds).toHaveLength(1)
  })
})

describe('a deposit at Mercado Pago', () => {
  async function holdWithDeposit() {
    const service = await buildService(platform)
    await connectAccount(platform, service)
    const { patientId } = await buildPatient(platform, { verified: true })
    const startsAt = new Date(clock.now().getTime() + 48 * hourMs)
    const held = await buildHeldTime(platform, { ...service, patientId, startsAt, depositCents: 40_000 })
    const order = { ...held, patientId, method: 'page', totalCents: 40_000, idempotencyKey: newId() } as const
    const { checkout, redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
    const preferenceId = new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? ''
    return { ...held, centerId: service.centerId, patientId, checkoutId: checkout.id, preferenceId }
  }
  const statusOf = async (appointmentId: string) =>
    (await db.selectFrom('appointments').where('id', '=', appointmentId).select('status').executeTakeFirst())?.status

  it('books the time when its payment is approved, whatever arrives twice', async () => {
    const visit = await holdWithDeposit()
    const payment = double.pay(visit.preferenceId, 'APRO')
    await send(payment)
    await send(payment)
    expect(await statusOf(visit.appointmentId)).toBe('confirmed')
    expect(await paidFor(visit)).toBe(40_000)
    expect((await verifyLedger(db)).filter(({ id }) => id === visit.checkoutId)).toEqual([])
  })

  it('is given back when the approval arrives after the time was freed', async () => {
    const visit = await holdWithDeposit()
    const payment = double.pay(visit.preferenceId, 'CONT')
    await send(payment)
    later(31 * minuteMs)
    double.change(payment, { status: 'approved', detail: 'accredited' })
    await send(payment)
    await runJobs(platform, { only: 'payments.refund' })
    expect(await statusOf(visit.appointmentId)).toBe('held')
    expect(await checkoutOf(visit.checkoutId)).toMatchObject({ status: 'approved', refunded: 40_000 })
    expect((await verifyLedger(db)).filter(({ id }) => id === visit.checkoutId)).toEqual([])
  })

  it.each(['disconnected', 'revoked'] as const)(
    'whose account is %s is not asked any more: the patient books the same time and pays at the centre, and what arrives late goes back',
    async (how) => {
      const visit = await holdWithDeposit()
      const { centerId, patientId, appointmentId } = visit
      if (how === 'disconnected') await disconnectAccount(platform, { userId: centerId, centerId })
      else {
        double.revoke('44444')
        const { terms } = await readQuote(platform, { patientId, appointmentId })
        const order = { patientId, appointmentId, method: 'page', totalCents: 40_000, terms: terms ?? '' } as const
        const again = { ...order, idempotencyKey: newId(), address: '203.0.113.7' }
        await expect(startCheckout(platform, again)).rejects.toEqual(withCode('checkouts.off'))
      }
      await expect(readQuote(platform, { patientId, appointmentId })).rejects.toEqual(withCode('checkouts.off'))
      const caller = { userId: patientId, visitorKey: undefined }
      const booked = await confirmAppointment(platform, { caller, appointmentId })
      expect(booked).toMatchObject({ status: 'confirmed', patientId, depositCents: null, paidCents: 0 })
      expect(await sumIncomeOfCenter(db, visit)).toMatchObject({ onlineCents: 0 })

      const payment = double.pay(visit.preferenceId, 'APRO')
      await connectAccount(platform, visit)
      await send(payment)
      await runJobs(platform, { only: 'payments.refund' })
      expect(payment.refunded).toBe(400)
      expect((await verifyLedger(db)).filter(({ id }) => id === visit.checkoutId)).toEqual([])
    },
  )

  it('that the gateway is deciding is shown although the centre has lost its account, and no time is booked without it', async () => {
    const visit = await holdWithDeposit()
    const { centerId, patientId, appointmentId } = visit
    const payment = double.pay(visit.preferenceId, 'CONT')
    await send(payment)
    await disconnectAccount(platform, { userId: centerId, centerId })
    const { inProgress } = await readQuote(platform, { patientId, appointmentId })
    expect(inProgress).toMatchObject({ id: visit.checkoutId, status: 'pending' })
    const caller = { userId: patientId, visitorKey: undefined }
    expect(await confirmAppointment(platform, { caller, appointmentId })).toMatchObject({ status: 'held' })
    double.change(payment, { status: 'approved', detail: 'accredited' })
    await send(payment)
    expect(await statusOf(appointmentId)).toBe('confirmed')
  })
})
