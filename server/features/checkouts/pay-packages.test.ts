import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { listOpenMonths, sumInTransit } from '#server/features/payments/repository/transit.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { settleMonthRoutes } from '#server/processes/settle-month.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { later } from '#server/testing/booking.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import {
  buildOffered,
  mailsTo,
  offeredPrice,
  payAtGateway,
  refundedAtGateway,
} from '#server/testing/offered-packages.ts'
import { buildOffer, buyPackage, openPurchase, packageDesk, sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { checkoutsRoutes } from './checkouts.routes.ts'
import { applyPayment } from './usecases/apply-payment.ts'
import { readQuote } from './usecases/read-quote.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock } = platform
const { userId: actorId } = await buildStaff(platform, 'moderator')
const staff = clientOf(platform, settleMonthRoutes.commissions, {
  bearer: actorId,
  authenticate: () => Promise.resolve(actorOf(['moderator'], actorId)),
})
const start = clock.now()
const price = offeredPrice
const address = '203.0.113.7'

beforeEach(() => clock.set(start))

const faults = () => verifyLedger(db)

describe('a package bought online', () => {
  it('is sold with its sessions, has a receipt, and books the first visit', async () => {
    const { purchase, patientId, read, bookWith, centerId, desk } = await buildOffered(platform)
    expect(await readQuote(platform, purchase)).toMatchObject({
      totalCents: price,
      package: { sessions: 10, validityDays: 90 },
      lines: [{ kind: 'package', label: expect.stringMatching(/^Bono: 10 sesiones de /) }],
      startsAt: null,
    })
    const checkout = await buyPackage(platform, purchase)
    expect(checkout).toMatchObject({ status: 'approved', appointmentId: null, professionalId: null, refundedCents: 0 })
    const [sold] = await read()
    expect(sold).toMatchObject({ state: 'active', leftSessions: 10, money: { paidCents: price, dueCents: 0 } })
    expect(sold?.money?.payments).toMatchObject([{ method: 'online', amountCents: price }])
    const receipt = await clientOf(platform, checkoutsRoutes, patientId).get({ checkoutId: checkout.id })
    expect(receipt).toMatchObject({ isPackage: true, can: { refund: false }, professionalName: expect.any(String) })
    const [mail] = await mailsTo(platform, patientId)
    expect(mail?.text).toMatch(/ya tienes tu bono de 10 sesiones en/)
    const appointment = await bookWith(sold?.id ?? '')
    expect(appointment).toMatchObject({ isByPackage: true, discountCents: 100_000 })
    clock.set(later(2 * hourMs))
    await completeAppointment(platform, desk.at(appointment.id))
    const income = await expectScreensAgree(platform, { centerId })
    expect(income).toMatchObject({ soldCents: price, onlineCents: price, inTransitCents: price, packageCents: 100_000 })
    expect(income.commissionCents).toBe(10_000)
    expect(await faults()).toEqual([])
  })

  it('by one key happens once, also in two requests at the same time', async () => {
    const { purchase, read } = await buildOffered(platform)
    const { totalCents, terms } = await readQuote(platform, purchase)
    const request = { ...purchase, totalCents, terms: terms ?? '', idempotencyKey: newId(), address }
    const pages = await Promise.all([1, 2].map(() => startCheckout(platform, { ...request, method: 'wallet' })))
    expect(new Set(pages.map(({ checkout }) => checkout.id)).size).toBe(1)
    const checkoutId = pages[0]?.checkout.id ?? ''
    const payment = await payAtGateway(platform, checkoutId)
    await Promise.all([1, 2, 3].map(() => applyPayment(platform, payment)))
    expect(await read()).toHaveLength(1)
    await expect(startCheckout(platform, { ...request, method: 'mobile' })).rejects.toEqual(
      withCode('request.key_reused'),
    )
    expect(await faults()).toEqual([])
  })

  it('is paid once: of two approved payments of one page, and of two pages, one is given back', async () => {
    const { purchase, read, patientId, centerId } = await buildOffered(platform)
    const [one, other] = [await openPurchase(platform, purchase), await openPurchase(platform, purchase)]
    const payments = [
      await payAtGateway(platform, one.id),
      await payAtGateway(platform, one.id),
      await payAtGateway(platform, other.id),
    ]
    await Promise.all(payments.map((payment) => applyPayment(platform, payment)))
    for (const payment of payments) await applyPayment(platform, payment)
    const given = [...(await refundedAtGateway(platform, one.id)), ...(await refundedAtGateway(platform, other.id))]
    expect(given).toEqual([price, price])
    expect(await read()).toHaveLength(1)
    expect((await mailsTo(platform, patientId)).map(({ text }) => text).join()).toMatch(/ya habías comprado ese bono/)
    // A second one, which the patient begins to pay after the first, is sold.
    clock.set(new Date(start.getTime() + hourMs))
    await buyPackage(platform, purchase)
    expect(await read()).toHaveLength(2)
    expect(await faults()).toEqual([])
    await expectScreensAgree(platform, { centerId })
  })

  it('while a card is being decided is not paid a second time, and a refusal is told', async () => {
    const { purchase, patientId, read } = await buildOffered(platform)
    const pending = await buyPackage(platform, purchase, 'pending')
    expect(pending.status).toBe('pending')
    expect((await readQuote(platform, purchase)).inProgress?.id).toBe(pending.id)
    await expect(buyPackage(platform, purchase)).rejects.toMatchObject({ code: 'checkouts.in_progress' })
    const { rows } = await platform.pool.query<{ id: string }>(
      'select id from simulado.payments where reference = $1',
      [pending.id],
    )
    const declined = {
      id: String(rows[0]?.id),
      reference: pending.id,
      amountCents: price,
      refundedCents: 0,
      feeCents: 0,
      pageId: null,
    }
    await applyPayment(platform, {
      ...declined,
      status: 'declined',
      declineReason: 'declined',
      card: null,
      dispute: null,
    })
    const [mail] = await mailsTo(platform, patientId)
    expect(mail).toMatchObject({ subject: 'No se aprobó tu pago' })
    expect(mail?.text).toMatch(/El bono no se compró/)
    expect(await read().catch((error: unknown) => error)).toEqual(withCode('contacts.not_found'))
    expect((await buyPackage(platform, purchase, 'declined')).status).toBe('declined')
    expect(await faults()).toEqual([])
  })

  it('can be bought up to the limit of packages', async () => {
    const { purchase, patientId, centerId, serviceId } = await buildOffered(platform)
    await sellPackageTo({ patientId, centerId, serviceId })
    const values = await db
      .selectFrom('packages')
      .where('patient_id', '=', patientId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 49 }, () => ({
      ...values,
      id: newId(),
      idempotency_key: newId(),
      paid_amount: 0,
    }))
    await db.insertInto('packages').values(copies).execute()
    await expect(readQuote(platform, purchase)).rejects.toEqual(withCode('checkouts.too_many_packages'))
    await db
      .deleteFrom('packages')
      .where(
        'id',
        'in',
        copies.map(({ id }) => id),
      )
      .execute()
  })

  const sellPackageTo = async ({
    patientId,
    centerId,
    serviceId,
  }: Record<'patientId' | 'centerId' | 'serviceId', string>) => {
    const { offerId } = { offerId: (await buildOffer(platform, { centerId, serviceId })).id }
    return buyPackage(platform, { offerId, patientId })
  }
})

describe('what is left of a package bought online', () => {
  it('goes back by the gateway, once, and not while a session is reserved', async () => {
    const { purchase, patientId, read, bookWith, reception, centerId, desk } = await buildOffered(platform)
    const checkout = await buyPackage(platform, purchase)
    const packageId = (await read())[0]?.id ?? ''
    const open = await bookWith(packageId)
    const refund = { centerId, packageId, refundCents: price }
    await expect(reception.refund(refund)).rejects.toMatchObject({ code: 'packages.reserved' })
    await cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId: open.id })
    const owner = packageDesk(platform, desk.owner)
    await Promise.all([reception.refund(refund), owner.refund(refund)])
    expect(await refundedAtGateway(platform, checkout.id)).toEqual([price])
    expect(await read()).toMatchObject([{ state: 'refunded', money: { refundedCents: price, refundableCents: 0 } }])
    const mail = (await mailsTo(platform, patientId)).find(({ subject }) => subject === 'Se devolvió tu bono')
    expect(mail?.text).toContain('por el mismo medio con el que pagaste')
    const income = await expectScreensAgree(platform, { centerId })
    expect(income).toMatchObject({ soldCents: 0, onlineCents: 0, inTransitCents: 0 })
    expect(await faults()).toEqual([])
  })

  it('is in transit since its sale, and is not given back of what Senda passed on', async () => {
    const { purchase, read, reception, centerId } = await buildOffered(platform)
    await buyPackage(platform, purchase)
    expect(await listOpenMonths(db, { centerId })).toMatchObject([{ inTransitCents: price, commissionCents: 0 }])
    clock.set(new Date('2026-12-02T15:00:00Z'))
    const target = { id: centerId, count: 0, commissionCents: 0, onlineCents: price }
    const settled = await staff.settleMonth({ month: '2026-11-01', reference: 'TRF-1', targets: [target] })
    expect(settled.items).toMatchObject([{ isDone: true }])
    expect(await listOpenMonths(db, { centerId })).toEqual([])
    const packageId = (await read())[0]?.id ?? ''
    await expect(reception.refund({ centerId, packageId, refundCents: price })).rejects.toEqual(
      withCode('packages.passed_on'),
    )
    await expectScreensAgree(platform, { centerId })
    expect(await faults()).toEqual([])
  })

  it('is given back to a blocked buyer only while Senda holds its money, so that no centre and buyer get it twice', async () => {
    const { purchase, read, patientId, centerId } = await buildOffered(platform)
    const checkout = await buyPackage(platform, purchase)
    const now = clock.now()
    await sql`insert into conversations (id, patient_id, center_id, started_by, created_at, updated_at, last_number, center_blocked_at)
      values (${newId()}, ${patientId}, ${centerId}, 'center', ${now}, ${now}, 1, ${now})`.execute(db)
    const own = packageDesk(platform, patientId)
    expect((await own.mine()).items).toMatchObject([{ isStopped: true, money: { ownRefundCents: price } }])
    clock.set(new Date('2026-12-02T15:00:00Z'))
    const target = { id: centerId, count: 0, commissionCents: 0, onlineCents: price }
    await staff.settleMonth({ month: '2026-11-01', reference: 'TRF-2', targets: [target] })
    expect((await own.mine()).items).toMatchObject([{ isStopped: true, money: { ownRefundCents: 0 } }])
    const packageId = (await read())[0]?.id ?? ''
    await expect(own.refundOwn({ packageId, refundCents: price })).rejects.toEqual(withCode('packages.staff_decide'))
    expect(await refundedAtGateway(platform, checkout.id)).toEqual([])
    expect(await sumInTransit(db, { centerId })).toBe(0)
    expect(await faults()).toEqual([])
  })
})

it('the desk tells the buyer of a sale and of a refund', async () => {
  const { purchase, patientId, centerId, serviceId, reception, read } = await buildOffered(platform)
  await buyPackage(platform, purchase)
  const { id: packageId } = await sellPackage(platform, {
    centerId,
    serviceId,
    personId: patientId,
    soldCount: 1,
    amountCents: 400_000,
  })
  await reception.refund({ centerId, packageId, refundCents: 400_000 })
  expect(await read()).toHaveLength(2)
  const mails = await mailsTo(platform, patientId)
  const textOf = (subject: string) => mails.find((mail) => mail.subject === subject)?.text
  expect(textOf('Tu bono está listo')).toMatch(/pagaste \$\s4\.000 de \$\s10\.000\. Faltan pagar \$\s6\.000/)
  expect(textOf('Se devolvió tu bono')).toMatch(/anotó que te devolvió \$\s4\.000/)
  const { rows } = await platform.pool.query<{ count: number }>(
    "select count(*)::int as count from notifications where user_id = $1 and title in ('Tu bono está listo', 'Se devolvió tu bono')",
    [patientId],
  )
  expect(rows[0]?.count).toBe(2)
})

it('the database refuses a charge that belongs to two things, or to another than its checkout', async () => {
  const { purchase, professionalId, read, centerId } = await buildOffered(platform)
  const { id } = await openPurchase(platform, purchase)
  const alter = (change: ReturnType<typeof sql>) => sql`update checkouts set ${change} where id = ${id}`.execute(db)
  await expect(alter(sql`professional_id = ${professionalId}`)).rejects.toMatchObject({
    constraint: 'checkouts_one_thing',
  })
  await expect(alter(sql`appointment_id = ${newId()}`)).rejects.toMatchObject({ constraint: 'checkouts_one_thing' })
  await expect(alter(sql`package_terms = null`)).rejects.toMatchObject({ constraint: 'checkouts_package_stays' })
  const bought = await buyPackage(platform, purchase)
  expect(bought.status).toBe('approved')
  const packageId = (await read())[0]?.id ?? ''
  const direct = await startDirect({ patientId: purchase.patientId, professionalId })
  const wrong = { package_id: packageId, center_id: centerId, checkout_id: direct.id, amount: 1, method: 'online' }
  await expect(
    db
      .insertInto('payments')
      .values({ ...wrong, collected_at: start })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'payments_thing_of_checkout' })
})

const startDirect = async (target: { patientId: string; professionalId: string }) =>
  (await startCheckout(platform, { ...target, method: 'wallet', totalCents: 5_000, idempotencyKey: newId(), address }))
    .checkout
