import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { unreadDays } from '#contract/payment-accounts.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { paidVisits, type Visit } from '#server/testing/paid-visits.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { findLatePayments, settleCheckouts } from './usecases/settle-checkouts.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const start = clock.now()
const { bookVisit, later, openPage, payAndComplete, send, troubledOf } = paidVisits({ platform, double, actorId })
const unavailable = withCode('service.unavailable')

beforeEach(async () => {
  clock.set(start)
  double.notices.length = 0
  double.habits.searchLagMs = 0
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

const checkoutOf = (checkoutId: string) =>
  db
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .select(['status', 'unread_since as unreadSince', 'noticed_payment_ids as noticedIds'])
    .executeTakeFirstOrThrow()
const faultsOf = async (id: string) => (await verifyLedger(db)).filter((fault) => fault.id === id)
const namesOf = async (id: string) => [...(await troubledOf(id)), ...(await faultsOf(id))]

/** The patient pays in a minute in which the owner has withdrawn the consent. */
async function payWithoutConsent(visit: Visit) {
  const { checkoutId, preferenceId } = await openPage(visit)
  double.revoke('44444')
  return { checkoutId, payment: double.pay(preferenceId, 'APRO') }
}

/** Rejected attempts of the owner's own application with the reference of the checkout. */
async function reject({ patientId, service, centerId }: Visit, reference: string, attempts: number) {
  const startsAt = new Date(clock.now().getTime() + 100 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  const { preferenceId } = await openPage({ centerId, patientId, appointmentId, service })
  const opened = double.state.preferences.get(preferenceId)
  if (!opened) throw new Error('The double has the page.')
  for (let count = 0; count < attempts; count += 1) {
    const id = `${opened.sellerId}-${newId()}`
    double.state.preferences.set(id, { ...opened, id, reference })
    Object.assign(double.pay(id, 'OTHE'), { preferenceId: null })
  }
}

it('asks for the notice of a payment again that the account does not show, and reads it once it does', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payWithoutConsent(visit)
  await expect(send(payment)).rejects.toEqual(unavailable)
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'created', noticedIds: [payment.id] })
  await connectAccount(platform, visit)
  await send(payment)
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', noticedIds: [] })
})

it('asks for a payment by the id that its notice named, where no search shows it', async () => {
  const visit = await bookVisit()
  double.habits.searchLagMs = 1000 * dayMs
  const { checkoutId, payment } = await payWithoutConsent(visit)
  await expect(send(payment)).rejects.toEqual(unavailable)
  await connectAccount(platform, visit)
  later(2 * hourMs)
  await settleCheckouts(platform)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'approved', unreadSince: null, noticedIds: [] })
})

it('reads a payment that was notified behind more rejected ones than a search lists', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payWithoutConsent(visit)
  await expect(send(payment)).rejects.toEqual(unavailable)
  await connectAccount(platform, visit)
  await reject(visit, checkoutId, 1001)
  later(2 * hourMs)
  await settleCheckouts(platform)
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
})

it('reads a payment without a notice behind two pages of rejected ones', async () => {
  const visit = await bookVisit()
  const { checkoutId } = await payWithoutConsent(visit)
  await connectAccount(platform, visit)
  await reject(visit, checkoutId, 201)
  later(2 * hourMs)
  await settleCheckouts(platform)
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
})

it('names a payment to staff and in the ledger that its account never shows again, after the usual days', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payWithoutConsent(visit)
  await expect(send(payment)).rejects.toEqual(unavailable)
  await connectAccount(platform, { ...visit, seller: '55555' })
  later(2 * hourMs)
  await settleCheckouts(platform)
  expect(await faultsOf(checkoutId)).toEqual([])
  later((unreadDays + 1) * dayMs)
  await settleCheckouts(platform)
  expect(await troubledOf(checkoutId)).toMatchObject([{ unreadSince: expect.any(Date), receiptNumber: null }])
  expect(await faultsOf(checkoutId)).toMatchObject([
    { fault: expect.stringContaining('cannot be read at the gateway') },
  ])
  // Its owner may still connect the account that has it.
  await connectAccount(platform, visit)
  later(hourMs)
  await settleCheckouts(platform)
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved' })
  expect(await namesOf(checkoutId)).toEqual([])
})

it('names an open checkout whose payments cannot be read also without a notice', async () => {
  const visit = await bookVisit()
  const { checkoutId } = await payWithoutConsent(visit)
  for (let days = 0; days <= unreadDays + 1; days += 1) {
    later(dayMs)
    await settleCheckouts(platform)
  }
  expect(await namesOf(checkoutId)).toHaveLength(2)
})

it('finds a payment that was made after its checkout ended, while the account showed none', async () => {
  const visit = await bookVisit()
  const { checkoutId, preferenceId } = await openPage(visit)
  await send(double.pay(preferenceId, 'OTHE'))
  expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'declined' })
  double.habits.searchLagMs = 1000 * dayMs
  later(10 * dayMs)
  for (let checks = 0; checks < 5; checks += 1) await findLatePayments(platform)
  double.revoke('44444')
  const payment = double.pay(preferenceId, 'APRO')
  await expect(send(payment)).rejects.toEqual(unavailable)
  await connectAccount(platform, visit)
  later(2 * hourMs)
  await findLatePayments(platform)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'approved', unreadSince: null, noticedIds: [] })
})

it("costs an approved payment none of its later checks when its notice can't be read", async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  for (let times = 0; times < 8; times += 1) {
    double.revoke('44444')
    await expect(send(payment)).rejects.toEqual(unavailable)
    await connectAccount(platform, visit)
    later(2 * hourMs)
    await findLatePayments(platform)
  }
  const { lateCheckAt } = await db
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .select('late_check_at as lateCheckAt')
    .executeTakeFirstOrThrow()
  expect(lateCheckAt).not.toBe(null)
})

it('keeps a bounded number of payments that strangers name, and asks for none of theirs for ever', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payWithoutConsent(visit)
  const notify = (paymentId: string, reference: string) =>
    receiveNotification(platform, {
      request: {
        query: new URLSearchParams({ topic: 'payment', id: paymentId, reference }),
        headers: new Headers(),
        body: JSON.stringify({ user_id: 44444 }),
      },
      address: '203.0.113.10',
    })
  // It concerns no checkout.
  await notify(payment.id, newId())
  for (let count = 0; count < 12; count += 1) await notify(`${900_000 + count}`, checkoutId).catch(() => undefined)
  expect((await checkoutOf(checkoutId)).noticedIds).toHaveLength(10)
  await notify('900011', checkoutId)
  await expect(notify('900000', checkoutId)).rejects.toEqual(unavailable)
  later(8 * dayMs)
  await notify('900000', checkoutId)
  await connectAccount(platform, visit)
  await settleCheckouts(platform)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'approved', unreadSince: null, noticedIds: [] })
})
