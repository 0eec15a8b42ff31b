import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { purgeTokens } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { disconnectAccount, readAccount } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { listToSettle } from '#server/features/payments/repository/transit.ts'
import { resolveRefusal } from '#server/features/payments/usecases/resolve-refusal.ts'
import type { NoticeKind } from '#server/mercado-pago/double/notices.ts'
import type { Payment } from '#server/mercado-pago/double/state.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { later as at, booking } from '#server/testing/booking.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { buildOffer, packageDesk } from '#server/testing/packages.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { readQuote } from './usecases/read-quote.ts'
import { receiveNotification } from './usecases/receive-notification.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const start = clock.now()

beforeEach(async () => {
  clock.set(start)
  double.habits.partialRefunds = true
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
})

async function send(payment: Payment, kind: NoticeKind = 'signed'): Promise<void> {
  const { url, headers, body } = double.noticeOf(payment, kind)
  const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
  await receiveNotification(platform, { request, address: '203.0.113.9' })
}

/** The subjects of the mails to an account. */
async function mailsTo(userId: string): Promise<string[]> {
  const { email } = await db.selectFrom('profiles').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
  return (await listAllMails(platform, { limit: 200 })).filter(({ to }) => to === email).map(({ subject }) => subject)
}

const checkoutOf = (id: string) =>
  db
    .selectFrom('checkouts')
    .where('id', '=', id)
    .select(['status', 'dispute', 'refunded_amount as refunded', 'gateway_refunded_amount as atGateway'])
    .executeTakeFirstOrThrow()
describe('a package on the page of Mercado Pago', () => {
  async function bookWith(packageId: string, { serviceId, patientId }: { serviceId: string; patientId: string }) {
    const caller = { userId: patientId, visitorKey: undefined }
    const held = await booking(platform).hold({ serviceId, caller, startsAt: at(0) })
    return confirmAppointment(platform, { caller, appointmentId: held.id, packageId })
  }

  async function openOffered() {
    const desk = await buildDesk(platform)
    await connectAccount(platform, desk)
    const { patientId } = await buildPatient(platform, { verified: true })
    const { id: offerId } = await buildOffer(platform, desk)
    const { totalCents, terms } = await readQuote(platform, { offerId, patientId })
    const order = {
      offerId,
      patientId,
      method: 'page',
      totalCents,
      terms: terms ?? '',
      idempotencyKey: newId(),
    } as const
    const { checkout, redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
    const preferenceId = new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? ''
    return { ...desk, desk, patientId, totalCents, checkoutId: checkout.id, preferenceId }
  }

  it('is sold once, without a fee, and its money is on the account of the centre', async () => {
    const { centerId, patientId, checkoutId, preferenceId, totalCents } = await openOffered()
    expect(double.state.preferences.get(preferenceId)).toMatchObject({ fee: 0, title: expect.stringMatching(/^Bono/) })
    const [first, second] = [double.pay(preferenceId, 'APRO'), double.pay(preferenceId, 'APRO')]
    for (const payment of [second, first, second, first]) await send(payment)
    await runJobs(platform, { only: 'payments.refund' })
    expect([first.refunded, second.refunded].toSorted((a, b) => a - b)).toEqual([0, totalCents / 100])
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', refunded: 0 })
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({
      soldCents: totalCents,
      receivedCents: totalCents,
      inTransitCents: 0,
    })
    expect(await listToSettle(db, { before: new Date('2030-01-01'), centerId })).toEqual([])
    expect((await readAccount(platform, { centerId })).openPayments).toBe(1)

    const desk = packageDesk(platform, centerId)
    const { items } = await desk.ofPerson({ centerId, kind: 'patient', personId: patientId })
    await desk.refund({ centerId, packageId: items[0]?.id ?? '', refundCents: totalCents })
    await runJobs(platform, { only: 'payments.refund' })
    expect([first.refunded, second.refunded]).toEqual([totalCents / 100, totalCents / 100])
    expect(await verifyLedger(db)).toEqual([])
  })

  it('gives back what is left, and when Mercado Pago refuses a part, the centre gives it back itself', async () => {
    const { desk, centerId, serviceId, patientId, checkoutId, preferenceId, totalCents } = await openOffered()
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    const reception = packageDesk(platform, desk.reception)
    const { items } = await reception.ofPerson({ centerId, kind: 'patient', personId: patientId })
    const packageId = items[0]?.id ?? ''
    const { id: appointmentId } = await bookWith(packageId, { serviceId, patientId })
    clock.set(at(2 * hourMs))
    await completeAppointment(platform, desk.at(appointmentId))
    // Nothing was taken in advance, so the commission of the session is due whole.
    expect(
      await db
        .selectFrom('commissions')
        .where('appointment_id', '=', appointmentId)
        .select(['commission_amount as commission', 'withheld_amount as withheld', 'due_amount as due'])
        .executeTakeFirstOrThrow(),
    ).toEqual({ commission: 10_000, withheld: 0, due: 10_000 })
    double.habits.partialRefunds = false
    await reception.refund({ centerId, packageId, refundCents: 900_000 })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(0)
    expect(await verifyLedger(db)).toMatchObject([{ id: checkoutId, fault: expect.stringMatching(/refused/) }])
    const { refused } = await readAccount(platform, { centerId })
    expect(refused).toMatchObject([{ amountCents: 900_000 }])
    const refundId = refused[0]?.refundId ?? ''
    await resolveRefusal(platform, { userId: centerId, centerId, refundId, way: 'center' })
    expect(await verifyLedger(db)).toEqual([])
    await expectScreensAgree(platform, { centerId })
    expect(totalCents).toBe(1_000_000)
  })

  const readSold = async (desk: Awaited<ReturnType<typeof openOffered>>) => {
    const of = { centerId: desk.centerId, kind: 'patient', personId: desk.patientId } as const
    const [sold] = (await packageDesk(platform, desk.centerId).ofPerson(of)).items
    if (!sold) throw new Error('the package was sold')
    return sold
  }
  /** The owner gives back a part of a payment in the panel of Mercado Pago, in pesos in all. */
  function giveBackInPanel(payment: Payment, pesos: number): void {
    Object.assign(payment, { refunded: pesos })
    const isWhole = pesos >= payment.amount
    double.change(payment, isWhole ? { status: 'refunded', detail: 'refunded' } : { detail: 'partially_refunded' })
  }

  it('follows a part that the owner gave back in the panel: less is left to give back, and its sessions stay', async () => {
    const offered = await openOffered()
    const { centerId, patientId, checkoutId, preferenceId } = offered
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    giveBackInPanel(payment, 4000)
    await send(payment)
    await send(payment)
    const sold = await readSold(offered)
    expect(sold).toMatchObject({
      state: 'active',
      leftSessions: 10,
      money: { refundedCents: 400_000, refundableCents: 600_000 },
    })
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({
      soldCents: 600_000,
      receivedCents: 600_000,
    })
    expect(await verifyLedger(db)).toEqual([])
    expect(await mailsTo(patientId)).toContain('Se devolvió una parte de tu bono')
    await packageDesk(platform, centerId).refund({ centerId, packageId: sold.id, refundCents: 600_000 })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(10_000)
    await send(payment)
    expect(await checkoutOf(checkoutId)).toMatchObject({ refunded: 1_000_000, atGateway: 1_000_000 })
    expect(await verifyLedger(db)).toEqual([])
  })

  it('ends when the owner gave all of it back in the panel, also what was used, which is no income any more', async () => {
    const offered = await openOffered()
    const { desk, centerId, serviceId, patientId, preferenceId } = offered
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    const { id: packageId } = await readSold(offered)
    const { id: appointmentId } = await bookWith(packageId, { serviceId, patientId })
    clock.set(at(2 * hourMs))
    await completeAppointment(platform, desk.at(appointmentId))
    const later = { userId: patientId, visitorKey: undefined }
    const next = await booking(platform).hold({ serviceId, caller: later, startsAt: at(3 * dayMs) })
    const reserved = await confirmAppointment(platform, { caller: later, appointmentId: next.id, packageId })
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({ incomeCents: 100_000 })
    giveBackInPanel(payment, 10_000)
    await send(payment)
    expect(await readSold(offered)).toMatchObject({
      state: 'refunded',
      leftSessions: 0,
      reservedSessions: 1,
      money: { refundedCents: 1_000_000, refundableCents: 0 },
    })
    const other = await booking(platform).hold({ serviceId, caller: later, startsAt: at(4 * dayMs) })
    await expect(confirmAppointment(platform, { caller: later, appointmentId: other.id, packageId })).rejects.toEqual(
      withCode('packages.not_usable'),
    )
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({
      incomeCents: 0,
      refundedCents: 100_000,
      soldCents: 0,
      receivedCents: 0,
    })
    expect(await verifyLedger(db)).toEqual([])
    // The reserved appointment stays, and its session earns nothing either.
    clock.set(at(3 * dayMs + 2 * hourMs))
    await completeAppointment(platform, desk.at(reserved.id))
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({ incomeCents: 0, refundedCents: 200_000 })
    expect(await verifyLedger(db)).toEqual([])
  })

  const tokensOf = async (centerId: string) =>
    (
      await db
        .selectFrom('payment_accounts')
        .where('center_id', '=', centerId)
        .select('sealed_tokens as tokens')
        .executeTakeFirstOrThrow()
    ).tokens

  it('is sold after the centre disconnected, and what is left still goes back until its last day', async () => {
    const { centerId, patientId, checkoutId, preferenceId, totalCents } = await openOffered()
    await disconnectAccount(platform, { userId: centerId, centerId })
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    expect(await checkoutOf(checkoutId)).toMatchObject({ status: 'approved', refunded: 0 })
    await purgeTokens(db, { now: clock.now() })
    expect(await tokensOf(centerId)).not.toBeNull()
    const desk = packageDesk(platform, centerId)
    const { items } = await desk.ofPerson({ centerId, kind: 'patient', personId: patientId })
    await desk.refund({ centerId, packageId: items[0]?.id ?? '', refundCents: totalCents })
    await runJobs(platform, { only: 'payments.refund' })
    expect(payment.refunded).toBe(totalCents / 100)
    expect(await verifyLedger(db)).toEqual([])
  })

  it('keeps the access of a centre that disconnected until its last day and its last visit, and no longer', async () => {
    const { desk, centerId, serviceId, patientId, checkoutId, preferenceId } = await openOffered()
    await send(double.pay(preferenceId, 'APRO'))
    // Senda has asked for the last time what became of the payment.
    await db.updateTable('checkouts').set({ late_check_at: null }).where('id', '=', checkoutId).execute()
    await disconnectAccount(platform, { userId: centerId, centerId })
    const { id: packageId } = await db
      .selectFrom('packages')
      .where('center_id', '=', centerId)
      .select('id')
      .executeTakeFirstOrThrow()
    const { id: appointmentId } = await bookWith(packageId, { serviceId, patientId })
    clock.set(new Date(start.getTime() + 89 * dayMs))
    await purgeTokens(db, { now: clock.now() })
    expect(await tokensOf(centerId)).not.toBeNull()
    clock.set(new Date(start.getTime() + 92 * dayMs))
    // The centre may still cancel the visit that the desk has not marked, and its session comes back.
    await purgeTokens(db, { now: clock.now() })
    expect(await tokensOf(centerId)).not.toBeNull()
    await completeAppointment(platform, desk.at(appointmentId))
    await purgeTokens(db, { now: clock.now() })
    expect(await tokensOf(centerId)).toBeNull()
  })
})
