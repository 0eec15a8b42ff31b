import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { runEach, runEachOrThrow } from '#server/platform/each-row.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { unsubscribeUrl } from '#server/platform/unsubscribe-links.ts'
import { announcementText, promotionMail } from '../promotions.mail.ts'
import * as repository from '../repository/announcements.ts'

/** A centre announces at most one promotion in this time. */
const announcementIntervalMs = 7 * dayMs
const promotionsPerRun = 50
const patientsPerBatch = 200

/**
 * Announces new promotions to the patients who switched promotions on and completed an appointment at the centre. Idempotent
 * across processes, because a patient is notified of each promotion only once.
 */
export async function announcePromotions(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const since = new Date(now.getTime() - announcementIntervalMs)
  await runEach({
    log,
    rows: await repository.listToAnnounce(db, { now, since, limit: promotionsPerRun }),
    about: ({ id }) => ({ promotionId: id }),
    failure: 'a promotion could not be announced',
    run: (promotion) => announce(platform, promotion),
  })
}

async function announce(platform: Platform, promotion: repository.Announcement): Promise<void> {
  const { id: promotionId, centerId } = promotion
  for (;;) {
    const patients = await repository.listInterested(platform.db, { promotionId, centerId, limit: patientsPerBatch })
    await runEachOrThrow({
      log: platform.log,
      rows: patients,
      about: ({ userId }) => ({ userId, promotionId }),
      failure: 'a promotion could not be announced to a patient',
      run: (patient) => notifyPatient(platform, { promotion, patient }),
    })
    if (patients.length < patientsPerBatch) break
  }
  await repository.setAnnounced(platform.db, { promotionId, now: platform.clock.now() })
}

type Notice = { promotion: repository.Announcement; patient: { userId: string; email: string } }

async function notifyPatient(platform: Platform, { promotion, patient }: Notice): Promise<void> {
  const { userId, email } = patient
  const href = '/promotions'
  const entry = {
    to: { userId },
    event: 'promotions.announced',
    title: `Promoción de ${promotion.centerName}`,
    message: announcementText(promotion),
    href,
    subject: repository.announcementSubject(promotion.id),
    about: { subject: 'promotion', id: promotion.id },
  } as const
  await platform.db.transaction().execute(async (tx) => {
    if ((await notifyUsers(tx, { platform, entries: [entry] })) === 0) return
    if (!(await wantsMail(tx, { userId, kind: 'promotion' }))) return
    const links = {
      url: new URL(href, platform.settings.publicUrl).href,
      unsubscribeUrl: unsubscribeUrl(platform, { userId, kind: 'promotion' }),
    }
    const mail = promotionMail({ ...promotion, ...links })
    const message = { to: email, userId, readerId: userId, aboutId: promotion.id }
    await queueMail(tx, { platform, kind: 'promotions.announced', ...message, ...mail })
  })
}
