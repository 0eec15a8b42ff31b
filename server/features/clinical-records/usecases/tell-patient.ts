import { lockAccount } from '#server/features/auth/usecases/users.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as mails from '../clinical-records.mail.ts'
import type { Treating } from '../clinical-records.policy.ts'
import { hasReadOthers } from '../repository/accesses.ts'
import { type AppointmentFacts, findAccount, findProfessionalName } from '../repository/records.ts'

type About = { platform: Platform; treating: Treating; appointment: AppointmentFacts }

/**
 * Tells the patient, by a notification and a mail that no setting switches off, that an account reads for the first time what
 * another professional recorded. Later readings are in the log only.
 */
export async function tellFirstReading(
  tx: Tx,
  { reason, ...about }: About & { reason: 'continuity' | 'consent' },
): Promise<void> {
  const { treating, appointment, platform } = about
  const { attendeeId, appointmentId } = appointment
  if (attendeeId === null || (await hasReadOthers(tx, { ...treating, attendeeId }))) return
  const { publicUrl } = platform.settings
  const notice = await noticeOf(tx, {
    ...about,
    href: `/dashboard?${new URLSearchParams({ tab: 'history', appointment: appointmentId, act: 'record' })}`,
  })
  await tell(tx, {
    ...about,
    notice,
    // Two requests at once tell the patient once.
    subject: `record-reader:${attendeeId}:${treating.professionalId}:${treating.userId}`,
    title: mails.firstReadingSubject,
    message: mails.firstReadingText(notice),
    kind: 'clinical_records.first_reading',
    mail: mails.firstReadingMail({ ...notice, publicUrl, reason }),
  })
}

export async function tellConsentRequest(tx: Tx, about: About): Promise<void> {
  const { publicUrl } = about.platform.settings
  const account = await findAccount(tx, about.treating)
  const notice = { ...(await noticeOf(tx, { ...about, href: '/dashboard?tab=history' })), ...account }
  await tell(tx, {
    ...about,
    notice,
    thread: consentThread({ ...about.treating, ...about.appointment }),
    title: mails.consentRequestSubject,
    message: mails.consentRequestText(notice),
    kind: 'clinical_records.consent_request',
    mail: mails.consentRequestMail({ ...notice, publicUrl }),
  })
}

/** The request of a professional's account about one person: it ends with the answer. */
export const consentThread = (about: { attendeeId: string | null; professionalId: string; userId: string }) =>
  `consent ${about.attendeeId} ${about.professionalId} ${about.userId}`

async function noticeOf(
  tx: Tx,
  { treating, appointment, href }: About & { href: string },
): Promise<mails.RecordNotice> {
  const { patientId, attendeeId, attendeeName, centerName, worksAlone } = appointment
  const dependantName = attendeeId === patientId ? null : attendeeName
  return { professionalName: await findProfessionalName(tx, treating), centerName, worksAlone, dependantName, href }
}

type Message = About & {
  notice: mails.RecordNotice
  title: string
  message: string
  subject?: string
  thread?: string
  kind: 'clinical_records.first_reading' | 'clinical_records.consent_request'
  mail: MailContent
}

async function tell(tx: Tx, { platform, appointment, notice, mail, kind, ...content }: Message): Promise<void> {
  const { patientId, hasAccount } = appointment
  if (patientId === null || !hasAccount) return
  // Undefined for a suspended account, which finds the notification once it may sign in again.
  const account = await lockAccount(tx, { userId: patientId, now: platform.clock.now() })
  const { title, message, subject, thread } = content
  const entry = { event: kind, to: { userId: patientId }, title, message, href: notice.href } as const
  if ((await notifyUsers(tx, { platform, entries: [{ ...entry, subject, thread, about: null }] })) === 0) return
  if (account) await queueMail(tx, { platform, to: account.email, kind, ...mail })
}
