import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { findAppointment } from '#server/features/appointments/repository/appointments.ts'
import { termsVersion } from '#server/features/appointments/rules/lifecycle.ts'
import { cancelAppointment, releaseHold } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { completeAppointment, markNoShow } from '#server/features/appointments/usecases/mark-appointment.ts'
import { sumIncomeOfCenter } from '#server/features/payments/repository/income.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { booking, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { askDeposit, payByCard } from '#server/testing/deposits.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { openWallet } from '#server/testing/payments.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { applyPayment } from './usecases/apply-payment.ts'
import { readQuote } from './usecases/read-quote.ts'
import { settleFree } from './usecases/settle-free.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const price = 150_000
const { hold } = booking(platform)
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

afterEach(async () => {
  // The test builds completed appointments without the commission that the ledger expects.
  expect((await verifyLedger(db)).filter(({ fault }) => !fault.startsWith('has no commission'))).toEqual([])
  clock.set(start)
})

type Rule = Parameters<typeof askDeposit>[1]

async function buildAsking(
  rule: Omit<Rule, 'serviceId'> & ({ cents: number } | { percent: number }) = { cents: 50_000 },
) {
  const desk = await buildDesk(platform)
  await askDeposit(platform, { ...desk, ...rule })
  const { patientId } = await buildPatient(platform, { verified: true })
  return { desk, patientId, caller: { userId: patientId, visitorKey: undefined } }
}

type Visit = Awaited<ReturnType<typeof buildAsking>>

async function press(visit: Visit, startsAt = monday) {
  const { serviceId } = visit.desk
  const held = await hold({ serviceId, caller: visit.caller, startsAt })
  const row = await confirmAppointment(platform, { caller: visit.caller, appointmentId: held.id })
  return { ...visit, appointmentId: row.id, row }
}

const stateOf = async (appointmentId: string) =>
  db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(['status', 'paid_amount as paid', 'deposit_amount as deposit', 'hold_expires_at as heldUntil'])
    .executeTakeFirst()
const refundsOf = (checkoutId: string) =>
  db.selectFrom('gateway_refunds').where('checkout_id', '=', checkoutId).select(['amount', 'reason']).execute()
const approval = (checkoutId: string, amountCents: number, id = `payment of ${checkoutId}`): GatewayPayment => ({
  id,
  reference: checkoutId,
  status: 'approved',
  declineReason: null,
  amountCents,
  refundedCents: 0,
  feeCents: 0,
  pageId: null,
  dispute: null,
  card: null,
})
const mailsTo = async (patientId: string) => {
  const { email } = await db.selectFrom('users').where('id', '=', patientId).select('email').executeTakeFirstOrThrow()
  return (await listAllMails(platform, { limit: 500 })).filter(({ to }) => to === email)
}

describe('a service that asks a deposit of everyone', () => {
  it('keeps a time whose deposit the patient then pays with a session of a package instead', async () => {
    const { desk, caller, patientId, ...visit } = await buildAsking()
    const startsAt = new Date(start.getTime() - 7 * dayMs)
    await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
    const { appointmentId } = await press({ desk, caller, patientId, ...visit })
    const { id: packageId } = await sellPackage(platform, { ...desk, personId: patientId })
    expect(await confirmAppointment(platform, { caller, appointmentId, packageId })).toMatchObject({
      status: 'confirmed',
      patientId,
      depositCents: null,
      isByPackage: true,
    })
  })

  it('keeps the time for half an hour in all, and the approved payment books it', async () => {
    const { patientId, appointmentId, row, desk } = await press(await buildAsking())
    expect(row).toMatchObject({ status: 'held', patientId, depositCents: 50_000 })
    expect((await stateOf(appointmentId))?.heldUntil).toEqual(new Date(start.getTime() + 30 * minuteMs))
    const quote = await readQuote(platform, { patientId, appointmentId })
    expect(quote).toMatchObject({ totalCents: 50_000, isDeposit: true })
    expect(quote.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['service', price],
      ['rest', -100_000],
    ])
    expect(await payByCard(platform, { patientId, appointmentId })).toMatchObject({
      status: 'approved',
      isDeposit: true,
    })
    expect(await stateOf(appointmentId)).toMatchObject({ status: 'confirmed', paid: 50_000, deposit: 50_000 })
    const texts = (await mailsTo(patientId)).map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n')
    expect(texts).toContain('Pagaste $ 500 de seña. Faltan $ 1.000')
    expect(texts).toContain('Recibimos la seña de $ 500')
    expect(texts).toContain('Lo pagas después, en línea o en el centro: −$ 1.000')
    await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 100_000, method: 'efectivo' })
    clock.set(new Date(monday.getTime() + hourMs))
    await completeAppointment(platform, desk.at(appointmentId))
    expect(await sumIncomeOfCenter(db, desk)).toMatchObject({
      incomeCents: price,
      onlineCents: 50_000,
      deskCents: 100_000,
      dueCents: 0,
      commissionCents: 15_000,
    })
    await expectScreensAgree(platform, desk)
  })

  it('lets the rest be paid online, and leaves due what is not', async () => {
    const { patientId, appointmentId } = await press(await buildAsking({ percent: 20 }))
    await payByCard(platform, { patientId, appointmentId })
    expect(await findAppointment(db, { appointmentId })).toMatchObject({ paidCents: 30_000, depositCents: 30_000 })
    expect(await payByCard(platform, { patientId, appointmentId })).toMatchObject({
      totalCents: 120_000,
      isDeposit: false,
    })
    expect(await stateOf(appointmentId)).toMatchObject({ paid: price, deposit: 30_000 })
  })

  it('keeps the terms under which the time was held, whatever the owner changes', async () => {
    const visit = await press(await buildAsking())
    const { serviceId } = visit.desk
    const { checkoutId } = await openPage(visit)
    await sql`update services set price = 20000, deposit_amount = 20000 where id = ${serviceId}`.execute(db)
    await applyPayment(platform, approval(checkoutId, 50_000))
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed', paid: 50_000, deposit: 50_000 })
    const change = sql`update appointments set deposit_amount = 1 where id = ${visit.appointmentId}`
    await expect(change.execute(db)).rejects.toThrow(/keeps the deposit/)
  })

  it('asks for the terms that the patient read', async () => {
    const { desk, caller } = await buildAsking()
    const held = await hold({ serviceId: desk.serviceId, caller })
    await sql`update appointments set deposit_amount = 60000 where id = ${held.id}`.execute(db)
    const terms = termsVersion({ appointment: held, now: clock.now() })
    await expect(confirmAppointment(platform, { caller, appointmentId: held.id, terms })).rejects.toEqual(
      withCode('request.terms_changed'),
    )
  })

  it('is refused by the database above the price, and without its payment', async () => {
    const visit = await press(await buildAsking())
    const { serviceId } = visit.desk
    const above = sql`update services set deposit_amount = price + 1 where id = ${serviceId}`
    await expect(above.execute(db)).rejects.toThrow(/services_deposit_within_price/)
    const unpaid = sql`update appointments set status = 'confirmed', holder_key = null, hold_expires_at = null
      where id = ${visit.appointmentId}`
    await expect(unpaid.execute(db)).rejects.toThrow(/is not paid/)
    const longer = sql`update appointments set hold_expires_at = hold_expires_at + interval '1 second' where id = ${visit.appointmentId}`
    await expect(longer.execute(db)).rejects.toThrow(/appointments_held_for_patient/)
  })

  it('asks none of the desk', async () => {
    const { desk } = await buildAsking()
    const { row } = await desk.book({ startsAt: monday })
    expect(row.status).toBe('confirmed')
    expect(await stateOf(row.id)).toMatchObject({ deposit: null })
  })
})

const openPage = async ({ appointmentId, patientId }: { appointmentId: string; patientId: string }) => {
  const { id: checkoutId } = await openWallet(platform, { appointmentId, patientId })
  return { checkoutId }
}

describe('a payment that does not book the time', () => {
  it('may be tried again while the time is held, after a refusal', async () => {
    const visit = await press(await buildAsking())
    expect(await payByCard(platform, visit, 'declined')).toMatchObject({ status: 'declined' })
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'held' })
    await payByCard(platform, visit)
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed' })
  })

  it('is given back when the gateway approves it after the time was freed, and its patient is told', async () => {
    const visit = await press(await buildAsking())
    const { checkoutId } = await openPage(visit)
    later(30 * minuteMs)
    // An expired hold that no job has deleted books nothing either.
    await applyPayment(platform, approval(checkoutId, 50_000))
    expect(await refundsOf(checkoutId)).toEqual([{ amount: 50_000, reason: 'not_payable' }])
    expect((await mailsTo(visit.patientId))[0]?.text).toContain('la hora ya se había liberado')
    await expect(readQuote(platform, visit)).rejects.toEqual(withCode('checkouts.hold_lost'))
    await closeAppointments(platform)
    expect(await stateOf(visit.appointmentId)).toBeUndefined()
    await expect(readQuote(platform, visit)).rejects.toEqual(withCode('checkouts.hold_lost'))
  })

  it('is given back when another patient has the time by then', async () => {
    const visit = await press(await buildAsking())
    const { checkoutId } = await openPage(visit)
    later(30 * minuteMs)
    const other = await press({ ...visit, ...(await callerOfOther()) })
    await payByCard(platform, other)
    await applyPayment(platform, approval(checkoutId, 50_000))
    expect(await refundsOf(checkoutId)).toHaveLength(1)
    expect(await stateOf(other.appointmentId)).toMatchObject({ status: 'confirmed', paid: 50_000 })
  })

  it('is given back when the patient has left the time for another one', async () => {
    const visit = await press(await buildAsking())
    const { checkoutId } = await openPage(visit)
    await releaseHold(platform, visit)
    await applyPayment(platform, approval(checkoutId, 50_000))
    expect(await refundsOf(checkoutId)).toHaveLength(1)
  })

  it('is given back as the second of one page, and as that of a second page', async () => {
    const visit = await press(await buildAsking())
    const [first, second] = [await openPage(visit), await openPage(visit)]
    await applyPayment(platform, approval(first.checkoutId, 50_000))
    await applyPayment(platform, approval(first.checkoutId, 50_000))
    await applyPayment(platform, approval(first.checkoutId, 50_000, 'another payment'))
    await applyPayment(platform, approval(second.checkoutId, 50_000))
    expect(await refundsOf(first.checkoutId)).toHaveLength(1)
    expect(await refundsOf(second.checkoutId)).toEqual([{ amount: 50_000, reason: 'not_payable' }])
    expect((await mailsTo(visit.patientId))[0]?.text).toContain('la seña de esa cita ya estaba pagada')
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed', paid: 50_000 })
  })

  it('is given back when the appointment was cancelled after another payment had booked it', async () => {
    const visit = await press(await buildAsking())
    const { checkoutId } = await openPage(visit)
    await payByCard(platform, visit)
    await cancelAppointment(platform, visit)
    await applyPayment(platform, approval(checkoutId, 50_000))
    expect(await refundsOf(checkoutId)).toHaveLength(1)
  })

  it('is not begun in the last minutes of the time', async () => {
    const visit = await press(await buildAsking())
    later(28 * minuteMs)
    await expect(openPage(visit)).rejects.toEqual(withCode('checkouts.hold_lost'))
  })

  it('books once, however many attempts run at the same moment', async () => {
    const visit = await press(await buildAsking())
    const { totalCents, terms } = await readQuote(platform, visit)
    const order = {
      ...visit,
      method: 'card',
      totalCents,
      ...(terms !== null && { terms }),
      address: '203.0.113.7',
    } as const
    const tokens = await Promise.all([1, 2, 3, 4].map(() => cardToken(platform, 'approved')))
    const attempts = await Promise.allSettled(
      tokens.map((token) => startCheckout(platform, { ...order, token, idempotencyKey: newId() })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed', paid: 50_000 })
  })

  it('and the end of the time never both win', async () => {
    const visit = await press(await buildAsking())
    const { checkoutId } = await openPage(visit)
    await Promise.allSettled([applyPayment(platform, approval(checkoutId, 50_000)), releaseHold(platform, visit)])
    const state = await stateOf(visit.appointmentId)
    expect(await refundsOf(checkoutId)).toHaveLength(state?.status === 'confirmed' ? 0 : 1)
  })
})

async function callerOfOther() {
  const { patientId } = await buildPatient(platform, { verified: true })
  return { patientId, caller: { userId: patientId, visitorKey: undefined } }
}

describe('a service that asks a deposit of newcomers', () => {
  const asking = () => buildAsking({ cents: 50_000, depositFor: 'newcomers' })
  const visited = (visit: Visit, status: 'completed' | 'no_show' | 'cancelled', days: number) =>
    buildAppointment(platform, { ...visit.desk, ...visit, status, startsAt: new Date(start.getTime() - days * dayMs) })

  it('asks a patient without a completed visit there', async () => {
    const visit = await asking()
    await visited(visit, 'cancelled', 3)
    expect((await press(visit)).row.status).toBe('held')
  })

  it('asks none of a patient who came, and then confirms at once', async () => {
    const visit = await asking()
    await visited(visit, 'completed', 3)
    const { row, appointmentId } = await press(visit)
    expect(row.status).toBe('confirmed')
    expect(await stateOf(appointmentId)).toMatchObject({ deposit: null, paid: 0 })
  })

  it('asks again of a patient who missed a visit', async () => {
    const visit = await asking()
    await visited(visit, 'completed', 9)
    await visited(visit, 'no_show', 3)
    expect((await press(visit)).row.status).toBe('held')
  })

  it('finds out when a visitor has signed in', async () => {
    const visit = await asking()
    await visited(visit, 'completed', 3)
    const visitorKey = 'a cookie'
    const held = await hold({ serviceId: visit.desk.serviceId, caller: { userId: undefined, visitorKey } })
    expect(held.depositCents).toBe(50_000)
    const caller = { userId: visit.patientId, visitorKey }
    expect((await confirmAppointment(platform, { caller, appointmentId: held.id })).status).toBe('confirmed')
  })
})

describe('a centre that takes no online payments', () => {
  it('asks none, also where its service has the rule', async () => {
    const visit = await buildAsking()
    const { gateway: _none, ...rest } = platform
    const offline = { ...rest, gateway: undefined }
    const held = await booking(offline as typeof platform).hold({
      serviceId: visit.desk.serviceId,
      caller: visit.caller,
    })
    expect(held.depositCents).toBeNull()
    expect((await confirmAppointment(platform, { caller: visit.caller, appointmentId: held.id })).status).toBe(
      'confirmed',
    )
  })
})

describe('a promotion of a patient', () => {
  async function reserve({ patientId, desk }: Visit, discountValue: number) {
    const { code } = await buildPromotion(platform, { centerId: desk.centerId, discountValue })
    await applyPromotion(platform, { userId: patientId, address: '203.0.113.7', code, orderCents: price })
  }

  it('lowers the price first: the deposit is at most what it leaves', async () => {
    const visit = await press(await buildAsking({ cents: 50_000 }))
    await reserve(visit, 80)
    const quote = await readQuote(platform, visit)
    expect(quote.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['service', price],
      ['promotion', -120_000],
    ])
    await payByCard(platform, visit)
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed', paid: 30_000, deposit: 30_000 })
  })

  it('leaves the whole deposit where more than that is left', async () => {
    const visit = await press(await buildAsking({ cents: 50_000 }))
    await reserve(visit, 20)
    expect(await readQuote(platform, visit)).toMatchObject({ totalCents: 50_000 })
    await payByCard(platform, visit)
    expect(await findAppointment(db, visit)).toMatchObject({ paidCents: 50_000, discountCents: 30_000 })
  })

  it('that covers the price books without a deposit', async () => {
    const visit = await press(await buildAsking({ cents: 50_000 }))
    await reserve(visit, 100)
    const { discount, terms } = await readQuote(platform, visit)
    if (!discount || terms === null) throw new Error('The promotion covers the price.')
    expect(await settleFree(platform, { ...visit, discount, terms })).toBe(price)
    expect(await settleFree(platform, { ...visit, discount, terms })).toBe(price)
    expect(await stateOf(visit.appointmentId)).toMatchObject({ status: 'confirmed', paid: 0, deposit: null })
    expect((await findAppointment(db, visit))?.provisionalUntil).toBeNull()
  })

  it('that covers the price books until its term where the account became unproven since, as a payment would not', async () => {
    const visit = await press(await buildAsking({ cents: 50_000 }))
    await reserve(visit, 100)
    const { discount, terms } = await readQuote(platform, visit)
    if (!discount || terms === null) throw new Error('The promotion covers the price.')
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', visit.patientId).execute()
    await settleFree(platform, { ...visit, discount, terms }).catch((error) => error)
    expect((await findAppointment(db, visit))?.provisionalUntil).not.toBeNull()
  })
})

describe('a cancellation of an appointment with a paid deposit', () => {
  async function booked(startsAt = monday) {
    const visit = await press(await buildAsking(), startsAt)
    const { id: checkoutId } = await payByCard(platform, visit)
    return { ...visit, checkoutId }
  }

  it('returns all of it in time', async () => {
    const visit = await booked()
    await cancelAppointment(platform, visit)
    expect(await refundsOf(visit.checkoutId)).toEqual([{ amount: 50_000, reason: 'cancelled' }])
  })

  it("returns the centre's share late, and the rest is the centre's income", async () => {
    const visit = await booked()
    clock.set(new Date(monday.getTime() - 2 * hourMs))
    await cancelAppointment(platform, visit)
    expect(await refundsOf(visit.checkoutId)).toEqual([{ amount: 25_000, reason: 'cancelled' }])
    expect(await sumIncomeOfCenter(db, visit.desk)).toMatchObject({ retainedCents: 25_000, incomeCents: 25_000 })
  })

  it('returns all of it when the centre cancels', async () => {
    const visit = await booked()
    clock.set(new Date(monday.getTime() - 2 * hourMs))
    await cancelAtDesk(platform, { ...visit.desk.at(visit.appointmentId), by: 'center', reason: 'Se enfermó.' })
    expect(await refundsOf(visit.checkoutId)).toEqual([{ amount: 50_000, reason: 'cancelled' }])
  })

  it('is none when the patient does not come: the deposit shows no visit, and the centre keeps it', async () => {
    const visit = await booked()
    clock.set(new Date(monday.getTime() + hourMs))
    await markNoShow(platform, visit.desk.at(visit.appointmentId))
    expect(await refundsOf(visit.checkoutId)).toEqual([])
    expect(await sumIncomeOfCenter(db, visit.desk)).toMatchObject({
      retainedCents: 50_000,
      dueCents: 0,
      commissionCents: 5_000,
    })
    await expectScreensAgree(platform, visit.desk)
  })
})
