import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { beginConnection, completeConnection } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, consentAt, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { fee, paidVisits, type Visit } from '#server/testing/paid-visits.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { findLatePayments, settleCheckouts } from './usecases/settle-checkouts.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const start = clock.now()
const { bookVisit, commissionOf, later, namesOf, openPage, payAndComplete, pointsOf, send, toSettleOf, troubledOf } =
  paidVisits({ platform, double, actorId })

beforeEach(async () => {
  clock.set(start)
  double.notices.length = 0
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

async function anotherVisitOf({ patientId, service, centerId }: Visit): Promise<Visit> {
  const startsAt = new Date(clock.now().getTime() + 100 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  return { centerId, patientId, appointmentId, service }
}

/** What the owner's own application makes: any reference, its own fee, and no order of a page. */
async function payWithOwnApplication(visit: Visit, reference: string) {
  const { preferenceId } = await openPage(await anotherVisitOf(visit))
  const opened = double.state.preferences.get(preferenceId)
  if (!opened) throw new Error('The double has the page.')
  const id = `${opened.sellerId}-${newId()}`
  const notificationUrl = opened.notificationUrl.replaceAll(opened.reference, reference)
  double.state.preferences.set(id, { ...opened, id, reference, notificationUrl })
  const payment = double.pay(id, 'APRO')
  Object.assign(payment, { preferenceId: null })
  return payment
}

async function complete(visit: Visit): Promise<void> {
  later(73 * hourMs)
  await completeAppointment(platform, { ...visit, userId: visit.centerId })
}

async function askForMonths(): Promise<void> {
  for (let days = 0; days < 100; days += 10) {
    await findLatePayments(platform)
    later(10 * dayMs)
  }
}

const faultsOf = async (id: string) => (await verifyLedger(db)).filter((fault) => fault.id === id)

it("counts no fee of the owner's application where Senda's page could not be opened", async () => {
  const visit = await bookVisit()
  // The owner withdraws the consent for a minute, so that the page is not opened.
  double.revoke('44444')
  await openPage(visit).catch(() => undefined)
  const checkout = await db
    .selectFrom('checkouts')
    .where('appointment_id', '=', visit.appointmentId)
    .select(['id', 'page_id as pageId'])
    .executeTakeFirstOrThrow()
  expect(checkout.pageId).toBe(null)
  await connectAccount(platform, visit)
  await send(await payWithOwnApplication(visit, checkout.id))
  await complete(visit)
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
})

it('counts no more as taken than Senda asked, so that no settlement pays for the rest', async () => {
  const visit = await bookVisit()
  const { preferenceId } = await openPage(visit)
  const payment = double.pay(preferenceId, 'APRO')
  Object.assign(payment, { fee: 1400 })
  await send(payment)
  await complete(visit)
  await send(payment)
  expect(await toSettleOf(visit)).toBe(0)
  expect(await commissionOf(visit)).toMatchObject({ withheld: fee, due: 0 })
})

it('reads what was given back beside a payment of the owner that cannot be read', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  Object.assign(await payWithOwnApplication(visit, checkoutId), { currency: 'USD' })
  double.revoke('44444')
  Object.assign(payment, { refunded: payment.amount })
  double.change(payment, { status: 'refunded', detail: 'refunded' })
  await expect(send(payment)).rejects.toEqual(withCode('service.unavailable'))
  await connectAccount(platform, visit)
  await askForMonths()
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
})

it('approves a payment beside one of the owner that cannot be read', async () => {
  const visit = await bookVisit()
  const { checkoutId, preferenceId } = await openPage(visit)
  double.pay(preferenceId, 'APRO')
  Object.assign(await payWithOwnApplication(visit, checkoutId), { currency: 'USD' })
  later(2 * hourMs)
  await settleCheckouts(platform)
  const checkout = db.selectFrom('checkouts').where('id', '=', checkoutId).select('status')
  expect(await checkout.executeTakeFirstOrThrow()).toEqual({ status: 'approved' })
})

it('names a payment that its account no longer shows to staff and in the ledger, until it is read again', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  double.revoke('44444')
  Object.assign(payment, { refunded: payment.amount })
  double.change(payment, { status: 'refunded', detail: 'refunded' })
  await expect(send(payment)).rejects.toEqual(withCode('service.unavailable'))
  await connectAccount(platform, { ...visit, seller: '55555' })
  await askForMonths()
  expect(await troubledOf(checkoutId)).toMatchObject([{ unreadSince: expect.any(Date), dispute: null, refusal: null }])
  expect(await faultsOf(checkoutId)).toMatchObject([
    { fault: expect.stringContaining('cannot be read at the gateway') },
  ])
  await connectAccount(platform, visit)
  await findLatePayments(platform)
  expect((await troubledOf(checkoutId)).filter(({ unreadSince }) => unreadSince !== null)).toEqual([])
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
})

it("follows the payment that counts also behind any number of the owner's rejected ones", async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  Object.assign(payment, { refunded: payment.amount })
  double.change(payment, { status: 'refunded', detail: 'refunded' })
  const { preferenceId } = await openPage(await anotherVisitOf(visit))
  const opened = double.state.preferences.get(preferenceId)
  if (!opened) throw new Error('The double has the page.')
  for (let count = 0; count < 101; count += 1) {
    const id = `${opened.sellerId}-${newId()}`
    double.state.preferences.set(id, { ...opened, id, reference: checkoutId })
    Object.assign(double.pay(id, 'OTHE'), { preferenceId: null })
  }
  await askForMonths()
  expect(await commissionOf(visit)).toMatchObject({ withheld: 0, due: fee })
})

it('names a payment of which every search fails', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  Object.assign(payment, { refunded: payment.amount })
  double.change(payment, { status: 'refunded', detail: 'refunded' })
  for (let days = 0; days < 20; days += 1) {
    double.failNext({ path: /payments\/search/, answer: { status: 403 } })
    await findLatePayments(platform)
    later(dayMs)
  }
  expect(await troubledOf(checkoutId)).toMatchObject([{ unreadSince: expect.any(Date) }])
})

it('connects no account of a test user in production, as it receives play money', async () => {
  const { centerId } = await buildService(platform)
  const { gateway, settings } = platform
  const accounts = gateway?.accounts
  if (!gateway || !accounts) throw new Error('The gateway knows accounts.')
  const describe = async (tokens: { accessToken: string }) => ({ ...(await accounts.describe(tokens)), isTest: true })
  const production = {
    ...platform,
    settings: { ...settings, production: true },
    gateway: { ...gateway, accounts: { ...accounts, describe } },
  }
  const url = await beginConnection(production, { userId: centerId, centerId })
  const completing = completeConnection(production, { userId: centerId, ...(await consentAt(url)) })
  await expect(completing).rejects.toEqual(withCode('payment_accounts.test_account'))
})

it('a lost dispute leaves the payer no points and the centre no commission, and one that is won after all restores both', async () => {
  const visit = await bookVisit()
  const { payment } = await payAndComplete(visit)
  expect(await pointsOf(visit)).toBe(100)
  double.change(payment, { status: 'charged_back', detail: 'settled' })
  await send(payment)
  expect(await pointsOf(visit)).toBe(0)
  expect(await commissionOf(visit)).toMatchObject({ status: 'cancelled' })
  expect(await toSettleOf(visit)).toBe(0)
  double.change(payment, { status: 'charged_back', detail: 'reimbursed' })
  await send(payment)
  expect(await pointsOf(visit)).toBe(100)
  expect(await commissionOf(visit)).toMatchObject({ status: 'pending', withheld: fee, due: 0 })
  expect(await namesOf(visit)).toEqual([])
})
