import { sql } from 'kysely'
import { afterEach, describe, expect, it, test } from 'vitest'
import { findAppointment } from '#server/features/appointments/repository/appointments.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { objectToRecord } from '#server/features/appointments/usecases/object-to-record.ts'
import { readRevenue } from '#server/features/payments/usecases/read-revenue.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs, secondMs } from '#server/platform/local-time.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import type { Outcome } from '#server/simulado/cards.ts'
import { notificationOf } from '#server/simulado/notifications.ts'
import { booking } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { applyPayment } from './usecases/apply-payment.ts'
import { readQuote } from './usecases/read-quote.ts'
import { receiveNotification } from './usecases/receive-notification.ts'
import { refundDirect } from './usecases/refund-direct.ts'
import { settleCheckouts } from './usecases/settle-checkouts.ts'
import { settleFree } from './usecases/settle-free.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const inHours = (hours: number) => new Date(start.getTime() + hours * hourMs)
const price = 150_000

async function bookVisit({ hours = 48, desk: givenDesk }: { hours?: number; desk?: Desk } = {}) {
  const desk = givenDesk ?? (await buildDesk(platform))
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: inHours(hours) })
  return { desk, patientId, appointmentId }
}

type Visit = Pick<Awaited<ReturnType<typeof bookVisit>>, 'patientId' | 'appointmentId'>

async function pay(
  { patientId, appointmentId }: Visit,
  outcome: Outcome,
  input: { idempotencyKey?: string; totalCents?: number } = {},
) {
  const token = await cardToken(platform, outcome)
  const request = {
    patientId,
    appointmentId,
    method: 'card',
    token,
    totalCents: price,
    idempotencyKey: newId(),
  } as const
  return (await startCheckout(platform, { ...request, address: '203.0.113.7', ...input })).checkout
}

const paymentsOf = (appointmentId: string) =>
  db
    .selectFrom('payments')
    .select(['amount', 'method', 'refund_amount as refund', 'refunded_at as refundedAt'])
    .where('appointment_id', '=', appointmentId)
    .where('undone_at', 'is', null)
    .execute()
const atGateway = async (reference: string) => {
  const [payment] = (await platform.gateway?.listPayments({ seller: null, reference })) ?? []
  if (!payment) throw new Error('no payment at the gateway')
  return payment
}
const refundedAtGateway = async () => {
  const { rows } = await platform.pool.query<{ sum: number }>(
    'select coalesce(sum(amount), 0)::int as sum from simulado.refunds',
  )
  return rows[0]?.sum
}
const runRefunds = () => runJobs(platform, { only: 'payments.refund' })
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

describe('a desk booking that the patient pays online', () => {
  afterEach(() => clock.set(start))

  async function bookAtDesk() {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { verified: true })
    await buildAppointment(platform, { ...desk, patientId, startsAt: inHours(72) })
    const { row } = await desk.book({ startsAt: inHours(24), person: { kind: 'patient', id: patientId } })
    return { desk, patientId, appointmentId: row.id }
  }
  const acceptedAt = async (appointmentId: string) =>
    (
      await db
        .selectFrom('appointments')
        .where('id', '=', appointmentId)
        .select('accepted_at')
        .executeTakeFirstOrThrow()
    ).accepted_at

  it('is accepted by the payment, and the desk does not move it into the past', async () => {
    const visit = await bookAtDesk()
    await pay(visit, 'declined')
    expect(await acceptedAt(visit.appointmentId)).toBeNull()
    await pay(visit, 'approved')
    expect(await acceptedAt(visit.appointmentId)).toEqual(clock.now())
    const earlier = { ...visit.desk.at(visit.appointmentId), startsAt: inHours(-0.25), evenOutsideHours: true }
    await expect(moveAtDesk(platform, earlier)).rejects.toEqual(withCode('request.invalid'))
  })

  it('keeps the payment unaccepted while the patient has another appointment then, and still is not moved into the past', async () => {
    const visit = await bookAtDesk()
    await buildAppointment(platform, { patientId: visit.patientId, startsAt: inHours(24) })
    expect(await pay(visit, 'approved')).toMatchObject({ status: 'approved' })
    expect(await acceptedAt(visit.appointmentId)).toBeNull()
    const earlier = { ...visit.desk.at(visit.appointmentId), startsAt: inHours(-0.25), evenOutsideHours: true }
    await expect(moveAtDesk(platform, earlier)).rejects.toEqual(withCode('request.invalid'))
    const direct = sql`update appointments set during = tstzrange(${inHours(-1)}, ${start}), updated_at = ${start}
      where id = ${visit.appointmentId}`
    await expect(direct.execute(db)).rejects.toThrow(/moved into the past/)
  })

  /** The desk moves it to five minutes ahead, completes it there, and the patient says «No fui a esa hora». */
  async function objectToEarlyVisit({ desk, patientId, appointmentId }: Awaited<ReturnType<typeof bookAtDesk>>) {
    const startsAt = new Date(start.getTime() + 5 * minuteMs)
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours: true, by: 'patient' })
    clock.set(startsAt)
    await completeAppointment(platform, desk.at(appointmentId))
    return objectToRecord(platform, {
      caller: { userId: patientId, visitorKey: undefined },
      appointmentId,
      comment: '',
    })
  }

  it('takes «No fui a esa hora» also while it is unaccepted, whose upholding gives the payment back', async () => {
    const visit = await bookAtDesk()
    await buildAppointment(platform, { patientId: visit.patientId, startsAt: inHours(24) })
    await pay(visit, 'approved')
    expect(await objectToEarlyVisit(visit)).toMatchObject({ objection: 'open', acceptedAt: null })
    const staff = { kind: 'early_visit', appointmentId: visit.appointmentId, reason: 'La llamada.' } as const
    const { queue, decide } = await staffOfObjection(platform, staff)
    expect(await queue()).toMatchObject([{ expectedStartsAt: inHours(24) }])
    expect(await decide('delete')).toBeUndefined()
    expect(await paymentsOf(visit.appointmentId)).toMatchObject([{ refund: price }])
    await runRefunds()
  })

  it('takes it also when its patient moved the booking instead of paying it', async () => {
    const visit = await bookAtDesk()
    const { patientId, appointmentId } = visit
    await moveAppointment(platform, {
      caller: { userId: patientId, visitorKey: undefined },
      appointmentId,
      startsAt: inHours(25),
    })
    expect(await objectToEarlyVisit(visit)).toMatchObject({ objection: 'open', expectedStartsAt: inHours(25) })
  })

  it('is not moved into the past either when a discount of the whole price settled it, unaccepted', async () => {
    const { desk, patientId, appointmentId } = await bookAtDesk()
    await buildAppointment(platform, { patientId, startsAt: inHours(24) })
    const { code } = await buildPromotion(platform, { centerId: desk.centerId, discountValue: 100 })
    const by = { userId: patientId, address: '203.0.113.7' }
    const { id } = await applyPromotion(platform, { ...by, code, orderCents: price })
    const { terms } = await readQuote(platform, { patientId, appointmentId })
    if (terms === null) throw new Error('no terms')
    await settleFree(platform, { patientId, appointmentId, discount: { kind: 'promotion', id }, terms })
    expect(await acceptedAt(appointmentId)).toBeNull()
    const earlier = { ...desk.at(appointmentId), startsAt: inHours(-0.25), evenOutsideHours: true }
    await expect(moveAtDesk(platform, earlier)).rejects.toEqual(withCode('request.invalid'))
    const direct = sql`update appointments set during = tstzrange(${inHours(-1)}, ${start}), updated_at = ${start}
      where id = ${appointmentId}`
    await expect(direct.execute(db)).rejects.toThrow(/moved into the past/)
  })

  it('takes it as one to an invented visit when it was neither accepted nor paid', async () => {
    const visit = await bookAtDesk()
    expect(await objectToEarlyVisit(visit)).toMatchObject({ objection: 'open' })
    const kinds = db.selectFrom('reports').where('subject_id', '=', visit.appointmentId).select('kind')
    expect(await kinds.execute()).toEqual([{ kind: 'invented_visit' }])
  })
})

describe('paying an appointment with a card', () => {
  it('records one payment, with its receipt number and its mail', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'approved')
    expect(checkout).toMatchObject({ status: 'approved', totalCents: price, cardBrand: 'Visa', cardLastFour: '1111' })
    expect(checkout.receiptNumber).toBeGreaterThan(0)
    expect(await paymentsOf(visit.appointmentId)).toMatchObject([{ amount: price, method: 'online', refund: null }])
    const mails = (await listAllMails(platform, { limit: 50 })).filter(({ kind }) => kind === 'checkouts.receipt')
    expect(mails[0]).toMatchObject({
      to: `${visit.patientId}@prueba.uy`,
      subject: `Recibo de tu pago nº ${checkout.receiptNumber}`,
    })
    expect(mails[0]?.text).toContain('terminada en 1111')
    expect(await verifyLedger(db)).toEqual([])
  })

  it.each([
    ['declined', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
  ] as const)(
    'records no payment when the card is refused as %s, and the next card pays',
    async (outcome, declineReason) => {
      const visit = await bookVisit()
      expect(await pay(visit, outcome)).toMatchObject({ status: 'declined', declineReason, receiptNumber: null })
      expect(await paymentsOf(visit.appointmentId)).toEqual([])
      expect(await pay(visit, 'approved')).toMatchObject({ status: 'approved' })
    },
  )

  it('returns the same checkout for the same key, and charges once', async () => {
    const visit = await bookVisit()
    const idempotencyKey = newId()
    const [first, again] = [
      await pay(visit, 'approved', { idempotencyKey }),
      await pay(visit, 'approved', { idempotencyKey }),
    ]
    expect(again.id).toBe(first.id)
    expect(await platform.gateway?.listPayments({ seller: null, reference: first.id })).toHaveLength(1)
  })

  it('by card and on a page at once with one key has one payment, and no page of the card’s checkout', async () => {
    const visit = await bookVisit()
    const address = '203.0.113.7'
    const request = { patientId: visit.patientId, appointmentId: visit.appointmentId, idempotencyKey: newId(), address }
    const byCard = { ...request, method: 'card' as const, token: await cardToken(platform, 'approved') }
    const requests = [
      { ...byCard, totalCents: price },
      { ...byCard, totalCents: 100 },
      { ...request, method: 'mobile' as const, totalCents: price },
    ]
    const blocker = await platform.pool.connect()
    await blocker.query('begin')
    await blocker.query('select from appointments where id = $1 for update', [visit.appointmentId])
    const waiting = async () =>
      (
        await platform.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length
    const started: Promise<unknown>[] = []
    for (const each of requests) {
      started.push(startCheckout(platform, each))
      await expect.poll(waiting).toBe(started.length)
    }
    await blocker.query('commit')
    blocker.release()
    const card = { checkout: { method: 'card', totalCents: price }, redirectUrl: null }
    expect(await Promise.all(started)).toMatchObject([card, card, card])
    expect(
      await db.selectFrom('checkouts').where('patient_id', '=', visit.patientId).select('page_url').execute(),
    ).toEqual([{ page_url: null }])
    expect(await paymentsOf(visit.appointmentId)).toHaveLength(1)
  })

  it('from many tabs charges it once; the other tabs are refused because it is in progress or paid', async () => {
    const visit = await bookVisit()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pay(visit, 'approved')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^checkouts\.(in_progress|already_paid)$/)
    }
    expect(await paymentsOf(visit.appointmentId)).toHaveLength(1)
    await expect(pay(visit, 'approved')).rejects.toEqual(withCode('checkouts.already_paid'))
  })

  it('is refused at another price than the one that the patient accepted', async () => {
    const visit = await bookVisit()
    await db
      .updateTable('appointments')
      .set({ price: price + 100 })
      .where('id', '=', visit.appointmentId)
      .execute()
    await expect(pay(visit, 'approved')).rejects.toMatchObject({
      code: 'checkouts.price_changed',
      data: { totalCents: price + 100 },
    })
    expect(await db.selectFrom('checkouts').select('id').where('patient_id', '=', visit.patientId).execute()).toEqual(
      [],
    )
  })

  it('pays what the desk has not collected', async () => {
    const visit = await bookVisit()
    await collectPayment(platform, { ...visit.desk.at(visit.appointmentId), amountCents: 50_000, method: 'efectivo' })
    const { lines, totalCents } = await readQuote(platform, visit)
    expect(lines).toEqual([
      { kind: 'service', label: expect.any(String), amountCents: price },
      { kind: 'paid', label: 'Ya pagado', amountCents: -50_000 },
    ])
    expect(await pay(visit, 'approved', { totalCents })).toMatchObject({ status: 'approved', totalCents: 100_000 })
  })

  it.each(['another patient’s appointment', 'a cancelled appointment'] as const)('is refused for %s', async (which) => {
    const visit = await bookVisit()
    if (which === 'a cancelled appointment') {
      await cancelAppointment(platform, { caller: { userId: visit.patientId, visitorKey: undefined }, ...visit })
      await expect(pay(visit, 'approved')).rejects.toEqual(withCode('checkouts.not_payable'))
    } else {
      const { patientId } = await buildPatient(platform)
      await expect(pay({ ...visit, patientId }, 'approved')).rejects.toEqual(withCode('checkouts.not_found'))
    }
  })

  it('is limited to twenty attempts of an account in an hour', async () => {
    const visit = await bookVisit()
    for (let attempt = 1; attempt <= 20; attempt += 1) await pay(visit, 'declined')
    await expect(pay(visit, 'approved')).rejects.toEqual(withCode('request.too_many'))
  })
})

describe('a lost or late response of the gateway', () => {
  it('is read by the job, which settles the checkout', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'no_response')
    expect(checkout.status).toBe('created')
    await expect(pay(visit, 'approved')).rejects.toMatchObject({
      code: 'checkouts.in_progress',
      data: { checkoutId: checkout.id },
    })
    later(2 * minuteMs)
    await settleCheckouts(platform)
    expect(await paymentsOf(visit.appointmentId)).toHaveLength(1)
    clock.set(start)
  })

  it('arrives as a notification, which settles the checkout once however often it is repeated', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'pending')
    expect(checkout.status).toBe('pending')
    later(21 * secondMs)
    await runJobs(platform, { only: 'simulado.approve' })
    const { id } = await atGateway(checkout.id)
    for (const _ of [1, 2, 3]) await receiveNotification(platform, notificationFor(id))
    expect(await paymentsOf(visit.appointmentId)).toHaveLength(1)
    clock.set(start)
  })

  it('leaves a checkout without a payment at the gateway, which expires after half an hour', async () => {
    const visit = await bookVisit()
    const { checkout, redirectUrl } = await startCheckout(platform, {
      ...visit,
      method: 'wallet',
      totalCents: price,
      idempotencyKey: newId(),
      address: '203.0.113.7',
    })
    expect(redirectUrl).toMatch(/\/simulado\/checkout\//)
    later(31 * minuteMs)
    await settleCheckouts(platform)
    const row = await db
      .selectFrom('checkouts')
      .select('status')
      .where('id', '=', checkout.id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('expired')
    clock.set(start)
  })

  it('with an older state than the approval changes nothing', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'approved')
    const payment = await atGateway(checkout.id)
    for (const status of ['pending', 'declined', 'approved'] as const)
      await applyPayment(platform, { ...payment, status })
    expect(await paymentsOf(visit.appointmentId)).toHaveLength(1)
    expect((await atGateway(checkout.id)).status).toBe('approved')
    expect(await verifyLedger(db)).toEqual([])
  })

  it('on the gateway’s page gives the same page for the same key, until the page ends', async () => {
    const visit = await bookVisit()
    const method = 'wallet' as const
    const request = { ...visit, method, totalCents: price, idempotencyKey: newId(), address: '203.0.113.7' }
    const first = await startCheckout(platform, request)
    expect(first.redirectUrl).toMatch(/\/simulado\/checkout\//)
    const again = await startCheckout(platform, request)
    expect([again.checkout.id, again.redirectUrl]).toEqual([first.checkout.id, first.redirectUrl])
    later(30 * minuteMs)
    expect((await startCheckout(platform, request)).redirectUrl).toBeNull()
    clock.set(start)
  })

  it('on the gateway’s page is refused for the key of another method, amount or consultation', async () => {
    const visit = await bookVisit()
    const wallet = {
      ...visit,
      method: 'wallet' as const,
      totalCents: price,
      idempotencyKey: newId(),
      address: '203.0.113.7',
    }
    await startCheckout(platform, wallet)
    const other = await bookVisit()
    for (const change of [
      { method: 'mobile' as const },
      { totalCents: price - 1 },
      { appointmentId: other.appointmentId },
    ]) {
      await expect(startCheckout(platform, { ...wallet, ...change })).rejects.toEqual(withCode('request.key_reused'))
    }
  })

  it('on a page that the gateway could not open gets its page with the same key', async () => {
    const visit = await bookVisit()
    const method = 'wallet' as const
    const request = { ...visit, method, totalCents: price, idempotencyKey: newId(), address: '203.0.113.7' }
    const { gateway } = platform
    if (!gateway) throw new Error('no gateway')
    const isDown = { ...gateway, createPreference: () => Promise.reject(new Error('the gateway is down')) }
    const failed = startCheckout({ ...platform, gateway: isDown }, request)
    await expect(failed).rejects.toMatchObject({ code: 'checkouts.failed' })
    const started = await Promise.all([startCheckout(platform, request), startCheckout(platform, request)])
    expect(started[0].redirectUrl).toMatch(/\/simulado\/checkout\//)
    expect(started[1].redirectUrl).toBe(started[0].redirectUrl)
    expect(started[1].checkout.id).toBe(started[0].checkout.id)
  })

  it('for another checkout, or for none, changes nothing', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'pending')
    const payment = await atGateway(checkout.id)
    const forged: GatewayPayment[] = [
      { ...payment, status: 'approved', reference: newId() },
      { ...payment, status: 'approved', reference: 'pedido-17 de otro programa' },
    ]
    for (const each of forged) expect(await applyPayment(platform, each)).toBeUndefined()
    expect(await paymentsOf(visit.appointmentId)).toEqual([])
  })
})

function notificationFor(paymentId: string) {
  const { query, headers, body } = notificationOf(platform, { paymentId })
  const request = { query: new URLSearchParams(query), headers: new Headers(headers), body }
  return { request, address: '203.0.113.9' }
}

describe('a payment is refunded', () => {
  it.each([
    ['early', 48, price],
    ['late', 3, price / 2],
  ] as const)('once, as the cancellation policy says, when the patient cancels %s', async (_, hours, refund) => {
    const visit = await bookVisit({ hours })
    await pay(visit, 'approved')
    const before = (await refundedAtGateway()) ?? 0
    const caller = { userId: visit.patientId, visitorKey: undefined }
    await cancelAppointment(platform, { caller, ...visit })
    expect(await paymentsOf(visit.appointmentId)).toMatchObject([{ refund, refundedAt: null }])
    await runRefunds()
    await runRefunds()
    expect(await paymentsOf(visit.appointmentId)).toMatchObject([{ refund, refundedAt: start }])
    // The gateway's own refund is no word of the desk, so it takes no objection.
    expect(await findAppointment(db, visit)).toMatchObject({ status: 'cancelled', deskRefundedAt: null })
    expect(((await refundedAtGateway()) ?? 0) - before).toBe(refund)
    expect(await verifyLedger(db)).toEqual([])
  })

  it('in full when the centre cancels', async () => {
    const visit = await bookVisit({ hours: 3 })
    await pay(visit, 'approved')
    await cancelAtDesk(platform, {
      ...visit.desk.at(visit.appointmentId),
      by: 'center',
      reason: 'La profesional está enferma',
    })
    await runRefunds()
    expect(await paymentsOf(visit.appointmentId)).toMatchObject([{ refund: price, refundedAt: start }])
  })

  it('in full when the approval comes after the cancellation, and the mail says so', async () => {
    const visit = await bookVisit()
    const checkout = await pay(visit, 'pending')
    await cancelAppointment(platform, { caller: { userId: visit.patientId, visitorKey: undefined }, ...visit })
    later(21 * secondMs)
    await runJobs(platform, { only: 'simulado.approve' })
    const before = (await refundedAtGateway()) ?? 0
    await applyPayment(platform, await atGateway(checkout.id))
    await runRefunds()
    expect(((await refundedAtGateway()) ?? 0) - before).toBe(price)
    expect(await paymentsOf(visit.appointmentId)).toEqual([])
    const mails = await listAllMails(platform, { limit: 100 })
    expect(
      mails.find(({ to, subject }) => to === `${visit.patientId}@prueba.uy` && subject === 'Te devolvemos tu pago'),
    ).toBeDefined()
    expect(await verifyLedger(db)).toEqual([])
    clock.set(start)
  })

  async function payDirectly({ patientId, desk: { professionalId } }: { patientId: string; desk: Desk }) {
    const token = await cardToken(platform, 'approved')
    const request = { patientId, professionalId, method: 'card', token, totalCents: 5_000 } as const
    return (await startCheckout(platform, { ...request, idempotencyKey: newId(), address: '203.0.113.7' })).checkout
  }

  it('of a direct payment: until a booking consumes it, Dinero and the patient’s sheet show it apart, and then every screen counts it', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { verified: true })
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: inHours(-48) })
    await completeAppointment(platform, desk.at(appointmentId))
    const { centerId } = desk
    const period = { from: '2026-11-01', to: '2026-12-31' }
    const revenue = () => readRevenue(platform, { centerId, ...period })
    await payDirectly({ patientId, desk })
    await payDirectly({ patientId, desk })
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({ onlineCents: 0, incomeCents: price })
    expect((await revenue()).inAdvance).toMatchObject({ onlineCents: 0, direct: { count: 2, cents: 10_000 } })

    const caller = { userId: patientId, visitorKey: undefined }
    const { hold } = booking(platform)
    const held = await hold({ serviceId: desk.serviceId, caller, startsAt: new Date('2026-11-23T13:00:00Z') })
    await confirmAppointment(platform, { caller, appointmentId: held.id })
    expect((await revenue()).inAdvance).toMatchObject({ onlineCents: 5_000, direct: { count: 1, cents: 5_000 } })
    await expectScreensAgree(platform, { centerId })
    clock.set(new Date('2026-11-23T15:00:00Z'))
    await completeAppointment(platform, desk.at(held.id))
    expect(await expectScreensAgree(platform, { centerId })).toMatchObject({
      onlineCents: 5_000,
      inTransitCents: 5_000,
    })
    expect((await revenue()).inAdvance).toMatchObject({ onlineCents: 0, direct: { count: 1, cents: 5_000 } })
    clock.set(start)
  })

  it('at the patient’s request when it is a direct payment that no booking has consumed', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { verified: true })
    const payDirect = () => payDirectly({ patientId, desk })
    const refunded = await payDirect()
    expect(await refundDirect(platform, { checkoutId: refunded.id, patientId })).toMatchObject({ refundedCents: 5_000 })
    expect(await refundDirect(platform, { checkoutId: refunded.id, patientId })).toMatchObject({ refundedCents: 5_000 })

    const consumed = await payDirect()
    const caller = { userId: patientId, visitorKey: undefined }
    const held = await holdAppointment(platform, {
      caller,
      address: '203.0.113.7',
      serviceId: desk.serviceId,
      place: 'center',
      startsAt: new Date('2026-11-23T13:00:00Z'),
    })
    const appointment = await confirmAppointment(platform, { caller, appointmentId: held.id })
    expect(appointment).toMatchObject({ paidCents: 5_000 })
    await expect(refundDirect(platform, { checkoutId: consumed.id, patientId })).rejects.toEqual(
      withCode('checkouts.not_refundable'),
    )
    const { lines, totalCents } = await readQuote(platform, { patientId, appointmentId: held.id })
    expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['service', price],
      ['credit', -5_000],
    ])
    await pay({ patientId, appointmentId: held.id }, 'approved', { totalCents })
    await cancelAppointment(platform, { caller, appointmentId: held.id })
    await runRefunds()
    expect(await paymentsOf(held.id)).toMatchObject([{ refund: 5_000 }, { refund: price - 5_000 }])
    expect(await verifyLedger(db)).toEqual([])
  })
})

test('without a gateway nothing can be paid online', async () => {
  const visit = await bookVisit()
  const off = { ...platform, gateway: undefined }
  await expect(readQuote(off, visit)).rejects.toEqual(withCode('checkouts.off'))
})

test('verify-ledger reports a checkout that contradicts its payment, its lines or its refunds', async () => {
  const visit = await bookVisit()
  const { id } = await pay(visit, 'approved')
  const set = (change: { amount?: number; refunded_amount?: number; lines?: string }) =>
    db.updateTable('checkouts').set(change).where('id', '=', id).execute()
  const faults = async () => (await verifyLedger(db)).filter((wrong) => wrong.id === id).map(({ fault }) => fault)
  await set({ amount: price + 1 })
  expect(await faults()).toEqual([
    'costs 150001 cents, but is a payment of 150000',
    'costs 150001 cents, but its lines sum to 150000',
  ])
  await set({ amount: price, refunded_amount: 7 })
  expect(await faults()).toEqual(['counts 7 cents of refunds, but has 0'])
  await set({ refunded_amount: 0 })
  await db.deleteFrom('payments').where('checkout_id', '=', id).execute()
  expect(await faults()).toEqual(['is approved, but pays for no appointment and is not given back'])
})
