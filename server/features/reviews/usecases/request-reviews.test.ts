import { expect, test } from 'vitest'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { requestReviews } from './request-reviews.ts'
import { createReview } from './reviews.ts'

const platform = await testPlatform()

/** An appointment of one hour that ended `hoursAgo`. */
async function buildEnded(hoursAgo: number, status: 'completed' | 'confirmed' | 'no_show' = 'completed') {
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(platform.clock.now().getTime() - (hoursAgo + 1) * hourMs)
  const { appointmentId } = await buildAppointment(platform, { patientId, startsAt, durationMinutes: 60, status })
  const rows = (table: 'notifications') =>
    platform.db.selectFrom(table).where('user_id', '=', patientId).select(['type', 'message', 'href']).execute()
  const mails = () =>
    platform.db.selectFrom('outbound_mails').where('recipient', '=', `${patientId}@prueba.uy`).select('kind').execute()
  return { patientId, appointmentId, requests: () => rows('notifications'), mails }
}

test('two hours after a completed appointment, its patient is asked once for a review', async () => {
  const { appointmentId, requests, mails } = await buildEnded(2)
  await Promise.all([requestReviews(platform), requestReviews(platform)])
  await requestReviews(platform)
  const href = `/dashboard?appointment=${appointmentId}&act=review`
  expect(await requests()).toEqual([{ type: 'rating', message: expect.stringContaining('Cuenta cómo fue'), href }])
  expect(await mails()).toEqual([{ kind: 'reviews.request' }])
})

test.for([
  ['sooner', 1, 'completed'],
  ['days later', 100, 'completed'],
  ['when it was not completed', 3, 'confirmed'],
  ['when the patient did not come', 3, 'no_show'],
] as const)('no review is requested %s', async ([, hoursAgo, status]) => {
  const { requests } = await buildEnded(hoursAgo, status)
  await requestReviews(platform)
  expect(await requests()).toEqual([])
})

test('no review is requested for an appointment that has one', async () => {
  const { patientId, appointmentId, requests } = await buildEnded(3)
  await createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: 'Muy bien' })
  await requestReviews(platform)
  expect(await requests()).toEqual([])
})

test('a patient who switched these mails off gets only the notification', async () => {
  const { patientId, requests, mails } = await buildEnded(2)
  await setPreference(platform, { userId: patientId, kind: 'rating', byMail: false })
  await requestReviews(platform)
  expect(await requests()).toHaveLength(1)
  expect(await mails()).toEqual([])
})
