import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { purgeTokens } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { disconnectAccount } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { repeatRefunds } from '#server/features/payments/usecases/refund-online.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { fee, paidVisits, price } from '#server/testing/paid-visits.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { findLatePayments } from './usecases/settle-checkouts.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const start = clock.now()
const visits = paidVisits({ platform, double, actorId })
const {
  later,
  bookVisit,
  openPage,
  send,
  commissionOf,
  pointsOf,
  sellerOf,
  cancel,
  refundAtDesk,
  resolve,
  settle,
  toSettleOf,
  troubledOf,
  namesOf,
  refusalsTo,
  refund,
  refundInPanel,
  withReward,
  payAndComplete,
} = visits

beforeEach(async () => {
  clock.set(start)
  double.notices.length = 0
  double.habits.partialRefunds = true
  for (const seller of double.state.sellers) seller.balance = 1_000_000
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

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
