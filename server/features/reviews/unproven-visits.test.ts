import { expect, test } from 'vitest'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { mayWriteFirst } from '#server/features/conversations/repository/participants.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { createReview } from './usecases/reviews.ts'

const platform = await testPlatform()
const { db, clock } = platform
const { patient, hold } = booking(platform)

/** Accounts that confirmed no address book the first hours of the day after, and the job completes what the desk left open. */
async function buildInventedVisits(count: number) {
  const start = clock.now()
  const desk = await buildDesk(platform)
  const { centerId, serviceId } = desk
  const visits: { userId: string; appointmentId: string }[] = []
  for (let n = 0; n < count; n++) {
    const caller = await patient()
    const held = await hold({ serviceId, caller, address: newId(), startsAt: later(n * hourMs) })
    await confirmAppointment(platform, { caller, appointmentId: held.id, address: newId() })
    visits.push({ userId: caller.userId, appointmentId: held.id })
  }
  clock.set(later(3 * dayMs))
  await closeAppointments(platform)
  const rating = () =>
    db
      .selectFrom('center_profiles')
      .where('id', '=', centerId)
      .select(['rating', 'total_reviews as total'])
      .executeTakeFirstOrThrow()
  return { desk, centerId, visits, rating, end: () => clock.set(start) }
}

test('visits that only the job completed rate nothing, until a payment says that the patient came', async () => {
  const { desk, visits, rating, end } = await buildInventedVisits(3)
  for (const visit of visits) {
    const review = await createReview(platform, { ...visit, rating: 5, comment: 'Excelente.' })
    expect(review.uncounted).toBe('unproven')
  }
  expect(await rating()).toEqual({ rating: 0, total: 0 })
  const [paid] = visits
  await collectPayment(platform, { ...desk.at(paid?.appointmentId ?? ''), amountCents: 150_000, method: 'efectivo' })
  expect(await rating()).toEqual({ rating: 5, total: 1 })
  end()
})

test('an account with nothing but such a visit does not write to the centre first', async () => {
  const { desk, centerId, visits, end } = await buildInventedVisits(1)
  const [visit = { userId: '', appointmentId: '' }] = visits
  const mayWrite = () => mayWriteFirst(db, { patientId: visit.userId, centerId })
  expect(await mayWrite()).toBe(false)
  await collectPayment(platform, { ...desk.at(visit.appointmentId), amountCents: 150_000, method: 'efectivo' })
  expect(await mayWrite()).toBe(true)
  end()
})
