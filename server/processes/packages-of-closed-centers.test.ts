import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { refundPackage } from '#server/features/packages/usecases/settle-package.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { later } from '#server/testing/booking.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { buildOffer, sellPackage } from '#server/testing/packages.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { userActions } from './act-on-users.ts'
import { deleteAccount } from './delete-account.ts'
import { readConsequences } from './read-deletion-consequences.ts'
import { removeGuest } from './remove-guest.ts'
import { verifyLedger } from './verify-ledger.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db } = platform
const start = platform.clock.now()

// Each of the centres connects the same account.
beforeEach(async () => {
  platform.clock.set(start)
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${platform.clock.now()})`.execute(
    db,
  )
})

/** A package of ten that its patient bought online. */
async function boughtPackage() {
  const desk = await buildDesk(platform)
  await connectAccount(platform, desk)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { id: offerId } = await buildOffer(platform, desk)
  const { totalCents, terms } = await readQuote(platform, { offerId, patientId })
  const order = { offerId, patientId, method: 'page', totalCents, terms: terms ?? '', idempotencyKey: newId() } as const
  const { redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
  const payment = double.pay(new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? '', 'APRO')
  const send = async () => {
    const { url, headers, body } = double.noticeOf(payment, 'signed')
    const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
    await receiveNotification(platform, { request, address: '203.0.113.9' })
  }
  await send()
  const mine = async () => (await clientOf(platform, packagesRoutes, patientId).mine()).items
  return { ...desk, patientId, totalCents, payment, send, mine }
}
type Bought = Awaited<ReturnType<typeof boughtPackage>>

async function ban({ centerId }: Bought): Promise<void> {
  const { userId: actorId } = await buildStaff(platform, 'admin')
  const actor = { userId: actorId, roles: ['admin' as const] }
  await actOnEach(platform, userActions.ban, {
    actor,
    reason: 'Estafa.',
    targets: [{ id: centerId, lastActionId: null }],
  })
  await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
}

/** The desk enters a visit that has just taken place and completes it. */
async function enterVisit({ centerId, serviceId, patientId, mine }: Bought, hour: number): Promise<string> {
  const [sold] = await mine()
  const startsAt = later(2 * hour * hourMs)
  platform.clock.set(new Date(startsAt.getTime() + 20 * minuteMs))
  const { row } = await bookAtDesk(platform, {
    userId: centerId,
    centerId,
    idempotencyKey: newId(),
    serviceId,
    place: 'center',
    evenOutsideHours: true,
    packageId: sold?.id,
    startsAt,
    person: { kind: 'patient', id: patientId },
  })
  await completeAppointment(platform, { userId: centerId, centerId, appointmentId: row.id })
  return row.id
}

const commissionsOf = ({ centerId }: Bought) =>
  db.selectFrom('commissions').where('center_id', '=', centerId).select(['status', 'due_amount as dueCents']).execute()

it('an account of a centre is not deleted before it has given back what is left of its packages', async () => {
  const { centerId, totalCents, mine } = await boughtPackage()
  const { sessionId } = await signIn(platform, centerId)
  const close = async () => {
    const { terms, blockedBy } = await readConsequences(platform, { userId: centerId })
    const deleting = deleteAccount(platform, { actor: { userId: centerId, sessionId }, currentPassword: null, terms })
    return { blockedBy, deleting }
  }
  const { blockedBy, deleting } = await close()
  expect(blockedBy).toBe('accounts.center_has_packages')
  await expect(deleting).rejects.toEqual(withCode('accounts.center_has_packages'))
  const [sold] = await mine()
  const refund = { userId: centerId, centerId, packageId: sold?.id ?? '', refundCents: totalCents }
  await refundPackage(platform, refund)
  const after = await close()
  expect(after.blockedBy).toBe(null)
  await after.deleting
})

it('what is left of a package goes back by the gateway once staff ban its centre, and its buyer is notices once', async () => {
  const bought = await boughtPackage()
  const { patientId, payment, totalCents, mine } = bought
  const { email } = await db.selectFrom('users').where('id', '=', patientId).select('email').executeTakeFirstOrThrow()
  await ban(bought)
  await runJobs(platform, { only: 'payments.refund' })
  expect(payment.refunded).toBe(totalCents / 100)
  expect(await mine()).toMatchObject([{ state: 'refunded', leftSessions: 0 }])
  const notices = (await listAllMails(platform, { limit: 500 })).filter(
    ({ to, subject }) => to === email && subject === 'Se devolvió tu bono',
  )
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toContain('Nuestro equipo cerró un centro en el que tenías un bono')
  expect(await verifyLedger(db)).toEqual([])
})

it('visits that the desk alone entered leave no package used up while the patient can object to them', async () => {
  const bought = await boughtPackage()
  for (let hour = 0; hour < 10; hour += 1) await enterVisit(bought, hour)
  expect(await bought.mine()).toMatchObject([{ state: 'used_up' }])
  const blockedBy = async () => (await readConsequences(platform, { userId: bought.centerId })).blockedBy
  expect(await blockedBy()).toBe('accounts.center_has_packages')
  platform.clock.set(new Date(platform.clock.now().getTime() + 8 * dayMs))
  expect(await blockedBy()).toBe(null)
})

it('a package in a dispute keeps its centre, and goes back after a ban once the centre has won', async () => {
  const bought = await boughtPackage()
  const { centerId, payment, totalCents, send, mine } = bought
  double.change(payment, { status: 'in_mediation', detail: 'pending' })
  await send()
  expect(await readConsequences(platform, { userId: centerId })).toMatchObject({
    blockedBy: 'accounts.center_has_packages',
  })
  await ban(bought)
  expect(await mine()).toMatchObject([{ state: 'disputed' }])
  double.change(payment, { status: 'approved', detail: 'accredited' })
  await send()
  await runJobs(platform, { only: 'payments.refund' })
  expect(payment.refunded).toBe(totalCents / 100)
  expect(await mine()).toMatchObject([{ state: 'refunded' }])
})

it('the sessions of a package that was bought online owe their commission also when the desk books them, and none after a lost dispute', async () => {
  const bought = await boughtPackage()
  const { payment, totalCents, send } = bought
  await enterVisit(bought, 0)
  await enterVisit(bought, 1)
  const dueCents = totalCents / 100
  expect(await commissionsOf(bought)).toEqual([
    { status: 'pending', dueCents },
    { status: 'pending', dueCents },
  ])
  double.change(payment, { status: 'charged_back', detail: 'settled' })
  await send()
  expect((await commissionsOf(bought)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
})

it('a suspension gives no package back, as the centre comes back', async () => {
  const { centerId, payment, mine } = await boughtPackage()
  const { userId: actorId } = await buildStaff(platform, 'admin')
  const actor = { userId: actorId, roles: ['admin' as const] }
  const targets = [{ id: centerId, lastActionId: null }]
  await actOnEach(platform, userActions.suspend, { actor, targets, reason: 'Revisamos.', days: 3 })
  await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
  await runJobs(platform, { only: 'payments.refund' })
  expect(payment.refunded).toBe(0)
  expect(await mine()).toMatchObject([{ state: 'active', leftSessions: 10 }])
})

it('a guest with paid sessions is not removed before they are given back', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: later(0) })
  const [guest] = await desk.guests()
  const { centerId, reception } = desk
  const request = { userId: reception, centerId, guestId: guest?.id ?? '' }
  const sold = await sellPackage(platform, { ...desk, kind: 'guest', personId: request.guestId })
  await cancelAtDesk(platform, { ...desk.at(row.id), by: 'center', reason: '' })
  await expect(removeGuest(platform, request)).rejects.toEqual(withCode('contacts.has_packages'))
  const { paid_amount: refundCents } = await db
    .selectFrom('packages')
    .where('id', '=', sold.id)
    .select('paid_amount')
    .executeTakeFirstOrThrow()
  await refundPackage(platform, { userId: reception, centerId, packageId: sold.id, refundCents })
  await removeGuest(platform, request)
})
