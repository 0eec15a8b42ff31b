import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { fee, paidVisits, price } from '#server/testing/paid-visits.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const start = clock.now()
const {
  later,
  bookVisit,
  openPage,
  send,
  commissionOf,
  pointsOf,
  cancel,
  refundAtDesk,
  refund,
  refundInPanel,
  payAndComplete,
} = paidVisits({ platform, double, actorId })

beforeEach(async () => {
  clock.set(start)
  double.habits.partialRefunds = true
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

const refundsTo = async ({ patientId }: { patientId: string }) => {
  const { email } = await db.selectFrom('users').where('id', '=', patientId).select('email').executeTakeFirstOrThrow()
  const mails = await listAllMails(platform, { limit: 500 })
  return mails.filter(({ to, subject }) => to === email && subject === 'El centro te devuelve dinero')
}

it('what the owner gave back of a visit in the panel is a refund on every screen, and its commission stays due', async () => {
  const visit = await bookVisit()
  const { payment } = await payAndComplete(visit)
  expect(await expectScreensAgree(platform, visit)).toMatchObject({ incomeCents: price, onlineCents: price })
  await refundInPanel(payment)
  await refundInPanel(payment)
  const income = await expectScreensAgree(platform, visit)
  expect(income).toMatchObject({ incomeCents: 0, refundedCents: price, onlineCents: 0, inTransitCents: 0, dueCents: 0 })
  expect(await commissionOf(visit)).toMatchObject({ commission: fee, withheld: 0, due: fee, status: 'pending' })
  expect(await pointsOf(visit)).toBe(100)
  const [mail, ...others] = await refundsTo(visit)
  expect([mail?.text, others]).toEqual([expect.stringContaining('desde su cuenta'), []])
  expect(await verifyLedger(db)).toEqual([])
})

it('a part that was given back in the panel leaves the rest to the desk', async () => {
  const visit = await bookVisit()
  const { payment } = await payAndComplete(visit)
  payment.refunded = payment.amount / 3
  double.change(payment, { status: 'approved', detail: 'partially_refunded' })
  await send(payment)
  await expect(refundAtDesk(visit)).rejects.toMatchObject({ code: 'agenda.refunded_meanwhile' })
  const income = await expectScreensAgree(platform, visit)
  expect(income).toMatchObject({ incomeCents: (price * 2) / 3, refundedCents: price / 3, onlineCents: (price * 2) / 3 })
  expect(await verifyLedger(db)).toEqual([])
})

it('has a credit note of its own day', async () => {
  const visit = await bookVisit()
  const issuer = { ...visit, data: centerTaxData, revision: 1, now: clock.now() }
  await db.transaction().execute((tx) => insertRevision(tx, issuer))
  const { payment } = await payAndComplete(visit)
  later(15 * dayMs)
  await refundInPanel(payment)
  later(30 * dayMs)
  const documents = await readDocuments(platform, { centerId: visit.centerId, month: '2026-12-01' })
  const notes = documents.filter(({ kind }) => kind === 'creditNote').map(({ totalCents }) => totalCents)
  expect(notes).toEqual([price])
})

it('of a visit that is still to come stays given back when it is cancelled, and owes no commission', async () => {
  const visit = await bookVisit()
  const { preferenceId } = await openPage(visit)
  const payment = double.pay(preferenceId, 'APRO')
  await send(payment)
  await refundInPanel(payment)
  await cancel(visit)
  await refund()
  expect(payment.refunded).toBe(price / 100)
  expect((await commissionOf(visit))?.due ?? 0).toBe(0)
  expect(await expectScreensAgree(platform, visit)).toMatchObject({ incomeCents: 0, onlineCents: 0, retainedCents: 0 })
  expect(await verifyLedger(db)).toEqual([])
})

it('a chargeback after the whole refund changes neither the commission nor what was given back, and the ledger names it', async () => {
  const visit = await bookVisit()
  const { checkoutId, payment } = await payAndComplete(visit)
  await refundAtDesk(visit)
  await refund()
  const income = await expectScreensAgree(platform, visit)
  const commission = await commissionOf(visit)
  expect(commission).toMatchObject({ status: 'cancelled' })
  double.change(payment, { status: 'charged_back', detail: 'settled' })
  await send(payment)
  await refund()
  expect(await expectScreensAgree(platform, visit)).toEqual(income)
  expect(await commissionOf(visit)).toEqual(commission)
  expect((await verifyLedger(db)).map(({ id, fault }) => [id, fault.slice(0, 21)])).toEqual([
    [checkoutId, 'was lost in a dispute'],
  ])
})
