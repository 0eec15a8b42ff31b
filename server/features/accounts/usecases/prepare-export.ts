import { exportAppointments } from '#server/features/appointments/usecases/export-appointments.ts'
import { exportFeeds } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { exportCenter } from '#server/features/centers/usecases/export-center.ts'
import { exportCommissions } from '#server/features/commissions/commissions.usecases.ts'
import { exportDocuments } from '#server/features/compliance/usecases/read-documents.ts'
import { exportPoints } from '#server/features/loyalty/loyalty.usecases.ts'
import { exportPreferences } from '#server/features/notifications/notifications.usecases.ts'
import { exportDeskPayments } from '#server/features/payments/payments.usecases.ts'
import { exportTeam } from '#server/features/professionals/usecases/export-team.ts'
import { exportReplies, exportReports, exportReviews } from '#server/features/reviews/reviews.usecases.ts'
import { exportServices } from '#server/features/services/services.usecases.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seal } from '#server/platform/secrets.ts'

import { exportReadyMail } from '../mail/own-data.ts'
import * as copies from '../repository/data-exports.ts'
import { lockUser } from '../repository/users.ts'
import type { OwnData } from '../rules/own-data.ts'
import { ownDataJson } from '../rules/own-data.ts'
import { ownDataPage } from '../rules/own-data-page.ts'
import { exportAccount, exportMails } from './export-account.ts'

/** With the copy's id, so that no copy can be put in another one's place. */
export function sealingPurpose(exportId: string): string {
  return `data export ${exportId}`
}

const keptDays = 7

/** Gathers what somebody asked for and keeps it, sealed, for them to download. Repeating it starts again. */
export async function prepareExport(
  platform: Platform,
  o: { exportId: string; isLastAttempt: boolean },
): Promise<void> {
  const started = await copies.startExport(platform.db, o)
  if (!started) return
  try {
    const data = await gather(platform, { ...o, ...started })
    if (data) await finish(platform, { ...o, ...started, data })
  } catch (error) {
    if (o.isLastAttempt) await copies.failExport(platform.db, o)
    throw error
  }
}

/** Undefined when the account is gone. */
async function gather(
  platform: Platform,
  { exportId, userId }: { exportId: string; userId: string },
): Promise<OwnData | undefined> {
  const own = { userId }
  // Beside the transaction, so that the person sees it.
  const reached = (percent: number) => copies.setPercent(platform.db, { exportId, percent })
  // All parts as they were at one moment.
  const reading = platform.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx: Tx) => {
    const account = await exportAccount(tx, { ...own, platform })
    if (!account) return undefined
    const notificationPreferences = await exportPreferences(tx, own)
    await reached(20)
    const appointments = await exportAppointments(tx, own)
    await reached(40)
    const reviews = await exportReviews(tx, own)
    const points = await exportPoints(tx, own)
    await reached(55)
    const { center, memberships, invitations } = await exportCenter(tx, own)
    const team = await exportTeam(tx, own)
    const services = await exportServices(tx, { centerId: userId })
    const documents = await exportDocuments(tx, { centerId: userId })
    const deskPayments = await exportDeskPayments(tx, own)
    const commissions = await exportCommissions(tx, { centerId: userId })
    const reviewReplies = await exportReplies(tx, own)
    const reviewReports = await exportReports(tx, own)
    const calendarFeeds = await exportFeeds(tx, own)
    await reached(75)
    const mails = await exportMails(tx, { userId, account: account.account, ownsCenter: center !== undefined })
    await reached(85)
    return {
      ...account,
      notificationPreferences,
      appointments,
      reviews,
      ...points,
      center: center ?? null,
      memberships,
      invitations,
      ...team,
      services,
      documents,
      deskPayments,
      commissions,
      reviewReplies,
      reviewReports,
      calendarFeeds,
      mails,
    }
  })
}

async function finish(platform: Platform, o: { exportId: string; userId: string; data: OwnData }): Promise<void> {
  const now = platform.clock.now()
  const sealText = (text: string) => seal({ secret: platform.secret, purpose: sealingPurpose(o.exportId), text })
  const sealedJson = sealText(ownDataJson({ data: o.data, now }))
  const sealedHtml = sealText(ownDataPage({ data: o.data, now }))
  const expiresAt = new Date(now.getTime() + keptDays * dayMs)
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, o.userId)
    if (!user || !(await copies.finishExport(tx, { ...o, sealedJson, sealedHtml, now, expiresAt }))) return
    await copies.deleteOtherExports(tx, o)
    const { publicUrl } = platform.settings
    await queueMail(tx, { to: user.email, kind: 'accounts.data_export', ...exportReadyMail({ publicUrl, expiresAt }) })
  })
}

/** What can be downloaded no longer goes, and what came to nothing after the same time. */
export async function clearExports(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await copies.deleteOldExports(platform.db, {
    expiredBy: now,
    createdBefore: new Date(now.getTime() - keptDays * dayMs),
  })
}
