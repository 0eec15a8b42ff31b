import { expect, test } from 'vitest'
import { directPaymentCents } from '#contract/direct-payments.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { insertPayment } from '#server/simulado/store.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { applyPayment } from './usecases/apply-payment.ts'
import { findLatePayments, settleCheckouts } from './usecases/settle-checkouts.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock, gateway } = platform
const price = 150_000
const address = '203.0.113.7'

/** A checkout on the gateway's page, which its patient has not paid. */
async function openPage() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const request = { patientId, appointmentId, method: 'wallet', totalCents: price, idempotencyKey: newId() } as const
  const { checkout } = await startCheckout(platform, { ...request, address })
  return { patientId, appointmentId, checkoutId: checkout.id }
}

type AtGateway = Partial<Pick<GatewayPayment, 'status' | 'amountCents'>>

/** A payment on the gateway's page. */
const payAtGateway = (reference: string, { status = 'approved', amountCents = price }: AtGateway = {}) =>
  db.transaction().execute((tx) =>
    insertPayment(tx, {
      ...{ idempotencyKey: newId(), reference, amountCents, status, card: null, now: clock.now() },
      declineReason: status === 'declined' ? 'declined' : null,
    }),
  )

const refundsOf = async (checkoutId: string) => {
  await runJobs(platform, { only: 'payments.refund' })
  const { rows } = await platform.pool.query<{ id: string; cents: number }>(
    `select payments.id::text as id, refunds.amount as cents from simulado.refunds
    join simulado.payments on payments.id = refunds.payment_id where reference = $1`,
    [checkoutId],
  )
  return rows
}
const paidOf = async (appointmentId: string) =>
  (await db.selectFrom('appointments').where('id', '=', appointmentId).select('paid_amount').executeTakeFirst())
    ?.paid_amount
const subjectsTo = async (userId: string) =>
  (await listAllMails(platform, { limit: 100 })).filter(({ to }) => to.includes(userId)).map(({ subject }) => subject)

test('a direct payment of an account that was deleted before the approval is refunded', async () => {
  const { professionalId } = await buildDesk(platform)
  const person = await buildSignedIn(platform)
  const totalCents = directPaymentCents
  const request = { patientId: person.userId, professionalId, method: 'wallet', totalCents } as const
  const { checkout } = await startCheckout(platform, { ...request, idempotencyKey: newId(), address })
  await deleteAccount(platform, { actor: person, currentPassword: null })
  const payment = await payAtGateway(checkout.id, { amountCents: totalCents })
  await applyPayment(platform, payment)
  await applyPayment(platform, payment)
  expect(await refundsOf(checkout.id)).toEqual([{ id: payment.id, cents: totalCents }])
  expect(await verifyLedger(db)).toEqual([])
})

test('a direct payment of a centre that staff close before the approval is refunded, and its patient reads why', async () => {
  const { professionalId, centerId } = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const request = { patientId, professionalId, method: 'wallet', totalCents: directPaymentCents, address } as const
  const { checkout } = await startCheckout(platform, { ...request, idempotencyKey: newId() })
  await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', centerId).execute()
  const payment = await payAtGateway(checkout.id, { amountCents: directPaymentCents })
  await applyPayment(platform, payment)
  expect(await refundsOf(checkout.id)).toEqual([{ id: payment.id, cents: directPaymentCents }])
  const mail = (await listAllMails(platform, { limit: 20 })).find(({ subject }) => subject === 'Te devolvemos tu pago')
  expect(mail?.text).toContain('cuando ese centro ya no recibía pagos')
  await expect(startCheckout(platform, { ...request, idempotencyKey: newId() })).rejects.toEqual(
    withCode('checkouts.unknown_professional'),
  )
  expect(await verifyLedger(db)).toEqual([])
})

test('when an account is deleted while its direct payment is approved, the payment is refunded once', async () => {
  for (let round = 0; round < 4; round++) {
    const { professionalId } = await buildDesk(platform)
    const person = await buildSignedIn(platform)
    const totalCents = directPaymentCents
    const request = { patientId: person.userId, professionalId, method: 'wallet', totalCents } as const
    const { checkout } = await startCheckout(platform, { ...request, idempotencyKey: newId(), address })
    const payment = await payAtGateway(checkout.id, { amountCents: totalCents })
    await Promise.all([
      applyPayment(platform, payment),
      deleteAccount(platform, { actor: person, currentPassword: null }),
    ])
    expect(await refundsOf(checkout.id)).toEqual([{ id: payment.id, cents: totalCents }])
  }
})

test('a second payment of a paid checkout is refunded once, its patient reads why, and the first stays', async () => {
  const { appointmentId, patientId, checkoutId } = await openPage()
  await applyPayment(platform, await payAtGateway(checkoutId))
  const second = await payAtGateway(checkoutId)
  for (const _ of [1, 2, 3]) expect(await applyPayment(platform, second)).toBeUndefined()
  expect(await refundsOf(checkoutId)).toEqual([{ id: second.id, cents: price }])
  expect(await paidOf(appointmentId)).toBe(price)
  expect((await subjectsTo(patientId)).filter((subject) => subject === 'Te devolvemos un pago')).toHaveLength(1)
  expect(await verifyLedger(db)).toEqual([])
})

test('the job that asks the gateway applies one of two approved payments, and refunds the other', async () => {
  const { appointmentId, checkoutId } = await openPage()
  const [first, second] = [await payAtGateway(checkoutId), await payAtGateway(checkoutId)]
  clock.set(new Date(clock.now().getTime() + hourMs / 12))
  await settleCheckouts(platform)
  expect(await paidOf(appointmentId)).toBe(price)
  const refunds = await refundsOf(checkoutId)
  expect(refunds).toHaveLength(1)
  expect([first.id, second.id]).toContain(refunds[0]?.id)
  expect(await verifyLedger(db)).toEqual([])
})

test('a payment of another amount is refunded, and the checkout can still be paid', async () => {
  const { appointmentId, checkoutId } = await openPage()
  const wrong = await payAtGateway(checkoutId, { amountCents: price - 1 })
  await applyPayment(platform, wrong)
  expect(await refundsOf(checkoutId)).toEqual([{ id: wrong.id, cents: price - 1 }])
  await applyPayment(platform, await payAtGateway(checkoutId))
  expect(await paidOf(appointmentId)).toBe(price)
  expect(await verifyLedger(db)).toEqual([])
})

test('a payment that the patient tries again after a declined one on the same page pays the appointment', async () => {
  const { appointmentId, checkoutId } = await openPage()
  await applyPayment(platform, await payAtGateway(checkoutId, { status: 'declined' }))
  await applyPayment(platform, await payAtGateway(checkoutId))
  expect(await paidOf(appointmentId)).toBe(price)
  expect(await refundsOf(checkoutId)).toEqual([])
  expect(await verifyLedger(db)).toEqual([])
})

test('an approved payment beside one that the gateway has not decided pays, and the other is refunded once it is approved', async () => {
  const { appointmentId, patientId, checkoutId } = await openPage()
  const first = await payAtGateway(checkoutId, { status: 'pending' })
  await applyPayment(platform, first)
  const second = await payAtGateway(checkoutId)
  expect(await applyPayment(platform, second)).toMatchObject({ status: 'approved', gatewayPaymentId: second.id })
  expect(await paidOf(appointmentId)).toBe(price)
  for (const status of ['pending', 'declined'] as const) await applyPayment(platform, { ...first, status })
  expect(await refundsOf(checkoutId)).toEqual([])
  for (const _ of [1, 2]) await applyPayment(platform, { ...first, status: 'approved' })
  expect(await refundsOf(checkoutId)).toEqual([{ id: first.id, cents: price }])
  expect(await paidOf(appointmentId)).toBe(price)
  expect((await subjectsTo(patientId)).filter((subject) => subject === 'Te devolvemos un pago')).toHaveLength(1)
  expect(await verifyLedger(db)).toEqual([])
})

test('an approved payment pays while another checkout of the same appointment is pending, whose payment is refunded', async () => {
  const { appointmentId, patientId, checkoutId } = await openPage()
  const request = { patientId, appointmentId, method: 'wallet', totalCents: price, idempotencyKey: newId() } as const
  const { checkout: other } = await startCheckout(platform, { ...request, address })
  const pending = await payAtGateway(other.id, { status: 'pending' })
  await applyPayment(platform, pending)
  // A second page whose payment is pending, too, is no error: the database allows one payment in process for an appointment.
  const alsoPending = await payAtGateway(checkoutId, { status: 'pending' })
  expect(await applyPayment(platform, alsoPending)).toBeUndefined()
  expect(await applyPayment(platform, { ...alsoPending, status: 'approved' })).toMatchObject({ status: 'approved' })
  expect(await paidOf(appointmentId)).toBe(price)
  await applyPayment(platform, { ...pending, status: 'approved' })
  expect(await refundsOf(checkoutId)).toEqual([])
  expect(await refundsOf(other.id)).toEqual([{ id: pending.id, cents: price }])
  expect(await verifyLedger(db)).toEqual([])
})

test('the job declines a checkout whose payments were all declined, and waits while one of them is in process', async () => {
  const { appointmentId, checkoutId } = await openPage()
  const [first, second] = [
    await payAtGateway(checkoutId, { status: 'pending' }),
    await payAtGateway(checkoutId, { status: 'pending' }),
  ]
  await applyPayment(platform, first)
  const decline = async (paymentId: string) => {
    const declined = "update simulado.payments set status = 'declined', decline_reason = 'declined' where id = $1"
    await platform.pool.query(declined, [paymentId])
    clock.advance(hourMs / 12)
    await settleCheckouts(platform)
    return (await db.selectFrom('checkouts').where('id', '=', checkoutId).select('status').executeTakeFirst())?.status
  }
  expect(await decline(first.id)).toBe('pending')
  expect(await decline(second.id)).toBe('declined')
  expect(await paidOf(appointmentId)).toBe(0)
})

const lateCheckOf = (checkoutId: string) =>
  db
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .select(['status', 'late_check_at as at'])
    .executeTakeFirstOrThrow()

test.each(['declined', 'expired'] as const)(
  'a payment on the page of a checkout that %s is found without its notification, and pays once',
  async (ended) => {
    const { appointmentId, checkoutId } = await openPage()
    if (ended === 'declined') await applyPayment(platform, await payAtGateway(checkoutId, { status: 'declined' }))
    else {
      clock.advance(hourMs)
      await settleCheckouts(platform)
    }
    expect((await lateCheckOf(checkoutId)).status).toBe(ended)
    await payAtGateway(checkoutId)
    await findLatePayments(platform)
    expect(await paidOf(appointmentId)).toBe(0)
    clock.advance(5 * minuteMs)
    await findLatePayments(platform)
    expect(await paidOf(appointmentId)).toBe(price)
    clock.advance(dayMs)
    await payAtGateway(checkoutId)
    await findLatePayments(platform)
    expect(await refundsOf(checkoutId)).toMatchObject([{ cents: price }])
    expect(await paidOf(appointmentId)).toBe(price)
    // What becomes of an approved payment is asked about for 90 days.
    expect((await lateCheckOf(checkoutId)).at).toEqual(new Date(clock.now().getTime() + 6 * dayMs))
    expect(await verifyLedger(db)).toEqual([])
  },
)

test('a checkout without payments is asked about four times after it expired, within nine days', async () => {
  const { checkoutId } = await openPage()
  clock.advance(hourMs)
  await settleCheckouts(platform)
  const startsAt = clock.now().getTime()
  const hours: number[] = []
  for (let at = (await lateCheckOf(checkoutId)).at; at; at = (await lateCheckOf(checkoutId)).at) {
    clock.advance(at.getTime() - clock.now().getTime())
    hours.push(Math.round((clock.now().getTime() - startsAt) / hourMs))
    await findLatePayments(platform)
  }
  expect(hours).toEqual([0, 1, 25, 193])
})

test('a late check that fails is repeated, also when it is the last one', async () => {
  const { appointmentId, checkoutId } = await openPage()
  clock.advance(hourMs)
  await settleCheckouts(platform)
  await payAtGateway(checkoutId)
  await db
    .updateTable('checkouts')
    .set({ late_checks: 3, late_check_at: clock.now() })
    .where('id', '=', checkoutId)
    .execute()
  if (!gateway) throw new Error('the test has no gateway')
  const listPayments = () => Promise.reject(new Error('the gateway has a fault'))
  await findLatePayments({ ...platform, gateway: { ...gateway, listPayments } })
  expect(await paidOf(appointmentId)).toBe(0)
  clock.advance(10 * minuteMs)
  await findLatePayments(platform)
  expect(await paidOf(appointmentId)).toBe(price)
})

test('checkouts of a gateway that is no longer configured keep no other from being asked about', async () => {
  const { appointmentId, checkoutId } = await openPage()
  const old = await Promise.all(Array.from({ length: 100 }, () => openPage()))
  const ofOld = db.updateTable('checkouts').set({ gateway: 'another', updated_at: new Date(0) })
  const ids = old.map((each) => each.checkoutId)
  await ofOld.where('id', 'in', ids).execute()
  await payAtGateway(checkoutId)
  clock.advance(2 * minuteMs)
  await settleCheckouts(platform)
  expect(await paidOf(appointmentId)).toBe(price)
})
