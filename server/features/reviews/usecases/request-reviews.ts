import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { reviewRequestMail } from '../mail/review-request.ts'
import { listToRate, ratingSubject, type ToRate } from '../repository/requests.ts'

const delayMs = 2 * hourMs
/** The patient is not asked about an appointment that is marked as completed later than this. */
const withinMs = 3 * dayMs
const appointmentsPerRun = 500

/**
 * Asks each patient once, two hours after a completed appointment, how it was. Idempotent over all processes, because a
 * patient is notified of each appointment's rating only once.
 */
export async function requestReviews(platform: Platform): Promise<void> {
  const now = platform.clock.now().getTime()
  const period = { endedAfter: new Date(now - withinMs), endedBefore: new Date(now - delayMs) }
  for (const appointment of await listToRate(platform.db, { ...period, limit: appointmentsPerRun })) {
    await requestReview(platform, appointment).catch((error: unknown) => {
      // One failure must not stop the rest; the next run tries this one again.
      platform.log.error({ err: error, appointmentId: appointment.appointmentId }, 'a review could not be requested')
    })
  }
}

async function requestReview(platform: Platform, appointment: ToRate): Promise<void> {
  const { appointmentId, patientId: userId, email, professionalName, centerName } = appointment
  const href = `/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'review' })}`
  const entry = {
    to: { userId },
    type: 'rating',
    title: '¿Cómo te fue?',
    message: `Cuenta cómo fue tu cita con ${professionalName}, en ${centerName}.`,
    href,
    subject: ratingSubject(appointmentId),
  } as const
  await platform.db.transaction().execute(async (tx) => {
    if ((await notifyUsers(tx, { platform, entries: [entry] })) === 0) return
    if (!(await wantsMail(tx, { userId, kind: 'rating' }))) return
    const mail = reviewRequestMail({ ...appointment, url: new URL(href, platform.settings.publicUrl).href })
    await queueMail(tx, { platform, to: email, userId, kind: 'reviews.request', ...mail })
  })
}
