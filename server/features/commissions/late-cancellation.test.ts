import { beforeEach, expect, test } from 'vitest'
import { anonymizePatient } from '#server/features/appointments/usecases/anonymize-patient.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { chargeCommission, readCommissions } from './usecases/charge-commissions.ts'
import { readSummary } from './usecases/read-summary.ts'
import { verifySums } from './usecases/verify-sums.ts'

let platform: TestPlatform
let service: Awaited<ReturnType<typeof buildService>>
beforeEach(async () => {
  platform = await testPlatform()
  service = await buildService(platform)
})

type Paid = { amountCents?: number; lateRefundPercent?: number; parts?: readonly number[] }

/** An appointment that its patient paid at the desk in advance, wholly or in parts, two hours before it begins. */
async function buildPaid({ amountCents = 150_000, lateRefundPercent = 50, parts }: Paid = {}) {
  const { centerId, serviceId } = service
  const change = platform.db.updateTable('center_profiles').set({ late_refund_percent: lateRefundPercent })
  await change.where('id', '=', centerId).execute()
  const { caller, appointment } = await booking(platform).book({ serviceId, startsAt: monday })
  const atDesk = { userId: centerId, centerId, appointmentId: appointment.id }
  await platform.db.updateTable('appointments').set({ price: amountCents }).where('id', '=', appointment.id).execute()
  for (const part of parts ?? [amountCents])
    await collectPayment(platform, { ...atDesk, amountCents: part, method: 'efectivo' })
  platform.clock.set(later(-2 * hourMs))
  return { caller, atDesk, appointmentId: appointment.id }
}

async function payOnline(payment: { patientId: string; appointmentId: string; totalCents: number }) {
  const token = await cardToken(platform, 'approved')
  const request = { ...payment, method: 'card', token, idempotencyKey: newId(), address: '203.0.113.7' } as const
  await startCheckout(platform, request)
}

async function commissionsOfCenter() {
  const { rows } = await readCommissions(platform, { centerId: service.centerId, limit: 10, after: undefined })
  return rows.map(({ paymentCents, commissionCents, origin, status }) => [
    paymentCents,
    commissionCents,
    origin,
    status,
  ])
}

test('a late cancellation has a commission on the amount that the centre keeps, in the sums and in the list', async () => {
  const { caller, appointmentId } = await buildPaid({ amountCents: 150_001 })
  await cancelAppointment(platform, { caller, appointmentId })
  // The half cent is rounded in the patient's favour.
  expect(await commissionsOfCenter()).toEqual([[75_000, 7500, 'late_cancellation', 'pending']])
  const { totals } = await readSummary(platform, { period: 'week' })
  expect(totals.pending).toEqual({ count: 1, paymentCents: 75_000, commissionCents: 7500 })
  await cancelAppointment(platform, { caller, appointmentId })
  expect(await commissionsOfCenter()).toHaveLength(1)
  expect(await verifySums(platform.db)).toMatchObject({ wrong: 0 })
})

test('a late cancellation that the receptionist records has the same commission', async () => {
  const { atDesk } = await buildPaid({ lateRefundPercent: 0 })
  await cancelAtDesk(platform, { ...atDesk, by: 'patient', reason: 'Llamó.' })
  expect(await commissionsOfCenter()).toEqual([[150_000, 15_000, 'late_cancellation', 'pending']])
})

test('a late cancellation by deleting the patient’s account has the same commission', async () => {
  const { caller } = await buildPaid()
  await platform.db.transaction().execute((tx) =>
    anonymizePatient(tx, {
      platform,
      patientId: caller.userId,
      reason: 'Cuenta eliminada',
      now: platform.clock.now(),
    }),
  )
  expect(await commissionsOfCenter()).toEqual([[75_000, 7500, 'late_cancellation', 'pending']])
})

test('a cancellation with a full refund, by the centre, or without a payment has no commission', async () => {
  const free = await buildPaid({ lateRefundPercent: 100 })
  await cancelAppointment(platform, free)
  platform.clock.set(later(-72 * hourMs))
  const byCenter = await buildPaid()
  await cancelAtDesk(platform, { ...byCenter.atDesk, by: 'center', reason: 'Se cortó la luz.' })
  platform.clock.set(later(-72 * hourMs))
  const { caller, appointment } = await booking(platform).book({ serviceId: service.serviceId })
  platform.clock.set(later(-2 * hourMs))
  await cancelAppointment(platform, { caller, appointmentId: appointment.id })
  expect(await commissionsOfCenter()).toEqual([])
})

test('a commission is cancelled when the desk undoes the payment as a mistake, because the centre keeps nothing', async () => {
  const { caller, atDesk, appointmentId } = await buildPaid({ lateRefundPercent: 0 })
  await cancelAppointment(platform, { caller, appointmentId })
  await undoCollection(platform, atDesk)
  expect(await commissionsOfCenter()).toEqual([[150_000, 15_000, 'late_cancellation', 'cancelled']])
  expect((await readSummary(platform, { period: 'week' })).totals.pending.count).toBe(0)
  expect(await verifySums(platform.db)).toMatchObject({ wrong: 0 })
})

test.each([
  { left: 'cash', parts: [100_000, 50_000], kept: 100_000 },
  { left: 'online', parts: [100], kept: 149_900 },
])('undoing one payment at the desk leaves the commission on what was paid $left', async ({ left, parts, kept }) => {
  const { caller, atDesk, appointmentId } = await buildPaid({ lateRefundPercent: 0, parts })
  if (left === 'online') await payOnline({ patientId: caller.userId, appointmentId, totalCents: kept })
  await cancelAppointment(platform, { caller, appointmentId })
  expect(await commissionsOfCenter()).toEqual([[150_000, 15_000, 'late_cancellation', 'pending']])
  await undoCollection(platform, atDesk)
  expect(await commissionsOfCenter()).toEqual([[kept, kept / 10, 'late_cancellation', 'pending']])
  expect(await verifyLedger(platform.db)).toEqual([])
})

test('recording that the desk has paid the refund does not change the commission', async () => {
  const { caller, atDesk, appointmentId } = await buildPaid()
  await cancelAppointment(platform, { caller, appointmentId })
  await undoCollection(platform, atDesk)
  expect(await commissionsOfCenter()).toEqual([[75_000, 7500, 'late_cancellation', 'pending']])
})

test('a no-show has a commission on a payment that the centre keeps', async () => {
  const { appointmentId } = await buildPaid()
  const { db, clock } = platform
  // After the appointment has begun: it is not missed before.
  const missed = { status: 'no_show', updated_at: new Date('2027-01-01T12:00:00Z') }
  await db.updateTable('appointments').set(missed).where('id', '=', appointmentId).execute()
  const now = clock.now()
  await db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  expect(await commissionsOfCenter()).toEqual([[150_000, 15_000, 'no_show', 'pending']])
})
