import { withProfessional } from '#contract/center-words.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { runEach } from '#server/platform/each-row.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { unsubscribeUrl } from '#server/platform/unsubscribe-links.ts'
import { listToRequest, type ReviewableAppointment, ratingSubject } from '../repository/requests.ts'
import { reviewRequestMail } from '../reviews.mail.ts'

const delayMs = 2 * hourMs
/** No review is requested for an appointment that the desk completes later than this. */
const maxAgeMs = 3 * dayMs
const appointmentsPerRun = 500

/**
 * Asks each patient once for a review, two hours after a completed appointment. Idempotent across processes, because a patient
 * is notified only once per appointment.
 */
export async function requestReviews(platform: Platform): Promise<void> {
  const now = platform.clock.now().getTime()
  const period = { endedAfter: new Date(now - maxAgeMs), endedBefore: new Date(now - delayMs) }
  await runEach({
    log: platform.log,
    rows: await listToRequest(platform.db, { ...period, limit: appointmentsPerRun }),
    about: ({ appointmentId }) => ({ appointmentId }),
    failure: 'a review could not be requested',
    run: (appointment) => requestReview(platform, appointment),
  })
}

async function requestReview(platform: Platform, appointment: ReviewableAppointment): Promise<void> {
  const { appointmentId, patientId: userId, email } = appointment
  const href = `/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'review' })}`
  const entry = {
    to: { userId },
    event: 'reviews.request',
    title: '¿Cómo te fue?',
    message: `Cuenta cómo fue tu cita ${withProfessional(appointment)}.`,
    href,
    subject: ratingSubject(appointmentId),
    about: { subject: 'review request', id: appointmentId },
  } as const
  await platform.db.transaction().execute(async (tx) => {
    if ((await notifyUsers(tx, { platform, entries: [entry] })) === 0) return
    if (!(await wantsMail(tx, { userId, kind: 'rating' }))) return
    const links = {
      url: new URL(href, platform.settings.publicUrl).href,
      unsubscribeUrl: unsubscribeUrl(platform, { userId, kind: 'rating' }),
    }
    const mail = reviewRequestMail({ ...appointment, ...links })
    const message = { to: email, userId, readerId: userId, aboutId: appointmentId }
    await queueMail(tx, { platform, kind: 'reviews.request', ...message, ...mail })
  })
}
