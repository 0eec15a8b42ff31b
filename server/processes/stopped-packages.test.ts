import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { warnOfEnds } from '#server/features/packages/usecases/warn-of-ends.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { buildOffer, sellPackage } from '#server/testing/packages.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { verifyLedger } from './verify-ledger.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const start = clock.now()
const price = 1_000_000

beforeEach(async () => {
  clock.set(start)
  await sql`update payment_accounts set disconnected_at = coalesce(disconnected_at, ${start})`.execute(db)
  await sql`delete from rate_limits`.execute(db)
})

/** A package of ten for 90 days that its patient bought online. */
async function buyPackage() {
  const desk = await buildDesk(platform)
  await connectAccount(platform, desk)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { id: offerId } = await buildOffer(platform, desk)
  const { totalCents, terms } = await readQuote(platform, { offerId, patientId })
  const order = { offerId, patientId, method: 'page', totalCents, terms: terms ?? '', idempotencyKey: newId() } as const
  const { redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
  const payment = double.pay(new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? '', 'APRO')
  const { url, headers, body } = double.noticeOf(payment, 'signed')
  const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
  await receiveNotification(platform, { request, address: '203.0.113.9' })
  return { ...desk, patientId, payment, ...(await readersOf({ ...desk, patientId })) }
}

async function readersOf({ centerId, patientId }: { centerId: string; patientId: string }) {
  const own = clientOf(platform, packagesRoutes, patientId)
  const mine = async () => {
    const [sold] = (await own.mine()).items
    if (!sold?.money) throw new Error('The patient has a package.')
    return { ...sold, money: sold.money }
  }
  const atDesk = async () =>
    (await clientOf(platform, packagesRoutes, centerId).ofPerson({ centerId, kind: 'patient', personId: patientId }))
      .items[0]
  const conversationId = newId()
  await sql`insert into conversations (id, patient_id, center_id, started_by, created_at, updated_at, last_number)
    values (${conversationId}, ${patientId}, ${centerId}, 'center', ${start}, ${start}, 1)`.execute(db)
  const block = (isBlocked: boolean, userId = centerId) => setBlocked(platform, { userId, conversationId, isBlocked })
  return { own, mine, atDesk, block }
}
type Bought = Awaited<ReturnType<typeof buyPackage>>

/** Staff take the approval away, as they do also while the owner is suspended. */
const setApproved = ({ centerId }: { centerId: string }, isApproved: boolean) =>
  sql`update center_profiles set updated_at = ${clock.now()}, approved_at = case when ${isApproved} then ${clock.now()}::timestamptz end
    where id = ${centerId}`.execute(db)

const wait = (days: number) => clock.set(new Date(clock.now().getTime() + days * dayMs))
const dayAfter = (day: string, days: number) =>
  new Date(new Date(day).getTime() + days * dayMs).toISOString().slice(0, 10)
const refunded = async ({ payment }: Bought) => {
  await runJobs(platform, { only: 'payments.refund' })
  return payment.refunded
}
async function reserve({ patientId, serviceId, mine }: Bought): Promise<string> {
  const caller = { userId: patientId, visitorKey: undefined }
  const held = await booking(platform).hold({ serviceId, caller, startsAt: later(0) })
  await confirmAppointment(platform, { caller, appointmentId: held.id, packageId: (await mine()).id })
  return held.id
}

it('the validity stands still while the centre blocks its buyer, and runs again with those days', async () => {
  const bought = await buyPackage()
  const { validUntil } = await bought.mine()
  wait(10)
  await bought.block(true)
  wait(100)
  expect(await bought.mine()).toMatchObject({
    state: 'active',
    leftSessions: 10,
    isStopped: true,
    validUntil: dayAfter(validUntil, 100),
  })
  expect(await bought.atDesk()).toMatchObject({ isStopped: true, money: { ownRefundCents: 0 } })
  await bought.block(false)
  expect(await bought.mine()).toMatchObject({ isStopped: false, validUntil: dayAfter(validUntil, 100) })
  wait(80)
  expect(await bought.mine()).toMatchObject({ state: 'active' })
  wait(1)
  expect(await bought.mine()).toMatchObject({ state: 'expired', leftSessions: 0 })
  expect(await verifyLedger(db)).toEqual([])
})

it('the validity stands still while staff close the centre, also beside a block', async () => {
  const bought = await buyPackage()
  const { validUntil } = await bought.mine()
  await setApproved(bought, false)
  wait(50)
  await bought.block(true)
  wait(50)
  await setApproved(bought, true)
  expect(await bought.mine()).toMatchObject({ isStopped: true })
  wait(50)
  await setApproved(bought, false)
  await bought.block(false)
  expect(await bought.mine()).toMatchObject({ isStopped: true })
  wait(50)
  await setApproved(bought, true)
  expect(await bought.mine()).toMatchObject({ isStopped: false, validUntil: dayAfter(validUntil, 200) })
})

it('what ended before the block stays ended, and a sale to a blocked patient stands still', async () => {
  const bought = await buyPackage()
  wait(91)
  await bought.block(true)
  expect(await bought.mine()).toMatchObject({ state: 'expired', isStopped: false })
  const { centerId, serviceId, patientId } = bought
  const sale = { centerId, serviceId, personId: patientId, soldCount: 1 }
  expect(await sellPackage(platform, sale)).toMatchObject({ state: 'active', isStopped: true })
})

it('a buyer whom the centre blocked asks for the rest at the gateway, once', async () => {
  const bought = await buyPackage()
  const { id: packageId, money } = await bought.mine()
  expect(money.ownRefundCents).toBe(0)
  await expect(bought.own.refundOwn({ packageId, refundCents: price })).rejects.toEqual(
    withCode('packages.still_usable'),
  )
  await bought.block(true)
  wait(100)
  expect((await bought.mine()).money.ownRefundCents).toBe(price)
  await expect(bought.own.refundOwn({ packageId, refundCents: 1 })).rejects.toEqual(withCode('packages.changed'))
  const { patientId: stranger } = await buildPatient(platform, { verified: true })
  await expect(
    clientOf(platform, packagesRoutes, stranger).refundOwn({ packageId, refundCents: price }),
  ).rejects.toEqual(withCode('packages.not_found'))
  const twice = [1, 2].map(() => bought.own.refundOwn({ packageId, refundCents: price }))
  for (const answer of await Promise.all(twice)) expect(answer).toMatchObject({ state: 'refunded', leftSessions: 0 })
  expect(await refunded(bought)).toBe(10_000)
  const mails = await listAllMails(platform, { limit: 500 })
  expect(mails.filter(({ text }) => text.includes('Como pediste, te devolvemos'))).toHaveLength(1)
  await bought.block(false)
  expect(await bought.mine()).toMatchObject({ state: 'refunded', isStopped: false })
  expect(await verifyLedger(db)).toEqual([])
})

it('a buyer at a centre that staff closed asks for the rest, less what is used, and cancels first what is reserved', async () => {
  const bought = await buyPackage()
  const appointmentId = await reserve(bought)
  await setApproved(bought, false)
  const { id: packageId, money } = await bought.mine()
  await expect(bought.own.refundOwn({ packageId, refundCents: money.ownRefundCents })).rejects.toMatchObject({
    code: 'packages.reserved',
  })
  const caller = { userId: bought.patientId, visitorKey: undefined }
  await cancelAppointment(platform, { appointmentId, caller })
  const { ownRefundCents } = (await bought.mine()).money
  await bought.own.refundOwn({ packageId, refundCents: ownRefundCents })
  expect(await refunded(bought)).toBe(ownRefundCents / 100)
})

it('nothing changes where the buyer blocks the centre, and what the desk sold is given back at the desk', async () => {
  const bought = await buyPackage()
  await bought.block(true, bought.patientId)
  expect(await bought.mine()).toMatchObject({ isStopped: false, money: { ownRefundCents: 0 } })
  const { centerId, serviceId, patientId } = bought
  wait(1)
  await bought.block(false, patientId)
  const { id: packageId } = await sellPackage(platform, { centerId, serviceId, personId: patientId, soldCount: 1 })
  await bought.block(true)
  expect(await bought.mine()).toMatchObject({
    id: packageId,
    isStopped: true,
    money: { ownRefundCents: 0, refundableCents: price },
  })
  await expect(bought.own.refundOwn({ packageId, refundCents: price })).rejects.toEqual(
    withCode('packages.nothing_to_refund'),
  )
})

it('no mail says that a package ends whose validity stands still', async () => {
  const bought = await buyPackage()
  await bought.block(true)
  wait(85)
  await warnOfEnds(platform)
  const warned = () =>
    db.selectFrom('packages').where('patient_id', '=', bought.patientId).select('warned_at as at').executeTakeFirst()
  expect(await warned()).toEqual({ at: null })
  await bought.block(false)
  wait(80)
  await warnOfEnds(platform)
  expect(await warned()).toEqual({ at: expect.any(Date) })
})
