import { confirmingLink } from '#server/features/auth/links/send-link.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { queueMail, queueMails } from '#server/platform/mail.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { type AppointmentEvent, changeMailToCenter, changeMailToPatient } from '../mail/appointments.ts'
import { byCenterMail, type CenterEvent } from '../mail/by-center.ts'
import { dashboardLink } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { deleteCall } from '../repository/calls.ts'
import { type Audience, deleteNotices, insertNotice, type KnownState, updateNotice } from '../repository/notices.ts'
import { noticeWindowMs } from '../rules/notices.ts'
import { mailLinks } from './calendar-links.ts'
import { createChangeNotifications, createNotificationOfCenterEvent } from './create-notifications.ts'
import { findReader, notifyAttendee, validUntilOf } from './notify-attendee.ts'
import { type NoticeEvent, sendNoticeJob } from './send-notice.ts'

type About = { platform: Platform; appointment: AppointmentRow }

type Booking = About & {
  /** Whether the patient receives such mails. */
  isMailed: boolean
  /** Whether the patient has proved the address: otherwise the mail's button does so, and no other mail asks for it. */
  isVerified: boolean
}

/** Mails the centre and the patient about a new appointment immediately, in the transaction that booked it. */
export async function notifyBooking(tx: Tx, { platform, appointment, isMailed, isVerified }: Booking): Promise<void> {
  const { publicUrl } = platform.settings
  const { patientId, patientEmail } = appointment
  const event = 'booked'
  const kind = `appointments.${event}` as const
  const about = { aboutId: appointment.id, validUntil: validUntilOf(appointment) }
  const paysOnline = takesPayments({ ...platform, ...appointment })
  const user = isMailed && patientId && patientEmail ? { id: patientId, email: patientEmail } : undefined
  const redirectTo = dashboardLink({ publicUrl, appointment, act: 'details' })
  const confirmUrl =
    user && !isVerified ? await confirmingLink(tx, { platform, user, mailKind: kind, redirectTo }) : undefined
  const isWithheld = !isVerified && confirmUrl === undefined
  const toPatient = changeMailToPatient({
    appointment,
    event,
    ...mailLinks(platform, { appointment }),
    paysOnline,
    confirmUrl,
    now: platform.clock.now(),
  })
  const toCenter = changeMailToCenter({ appointment, event, publicUrl })
  const toReader = { ...about, readerId: user?.id, isCounted: confirmUrl !== undefined }
  await inOrder(tx, [
    queueMails(tx, {
      platform,
      mails: [
        ...(user && !isWithheld ? [{ to: user.email, kind, ...toReader, ...toPatient }] : []),
        { to: appointment.centerEmail, kind: `${kind}.center` as const, ...about, ...toCenter },
      ],
    }),
    createChangeNotifications(tx, { platform, appointment, event }),
  ])
}

/** Mails the attendee about a booking by the desk immediately. @returns whether a mail notifies them */
export async function notifyBookedAtDesk(tx: Tx, { platform, appointment }: About): Promise<boolean> {
  const event = { kind: 'booked_at_desk' } as const
  await createNotificationOfCenterEvent(tx, { platform, appointment, kind: event.kind })
  if (!mailsBookingsTo(appointment)) return false
  return mailCenterEvent(tx, { platform, appointment, event })
}

/** The approval of its centre may be withheld: its earlier guests still learn of changes, but it makes itself known to no others. */
export function mailsBookingsTo({ guestId, isCenterApproved }: AppointmentRow): boolean {
  return guestId === null || isCenterApproved
}

/** Whether a mail notified the attendee of a booking by the desk that is answered again. */
export async function wasMailedBooking(tx: Tx, { appointment }: Pick<About, 'appointment'>): Promise<boolean> {
  return mailsBookingsTo(appointment) && (await findReader(tx, { appointment })) !== undefined
}

/** Mails the attendee immediately of what the centre did. @returns whether a mail notifies them */
export async function mailCenterEvent(
  tx: Tx,
  { platform, appointment, event }: About & { event: CenterEvent },
): Promise<boolean> {
  return notifyAttendee(tx, {
    platform,
    appointment,
    preference: 'appointment',
    kind: `appointments.${event.kind}`,
    mail: (reader) =>
      byCenterMail({ reader, appointment, event, ...mailLinks(platform, { appointment }), now: platform.clock.now() }),
  })
}

type Change = About & {
  /** The state before the change: its readers know it, unless a notice about an earlier change still waits. */
  before: KnownState
  event: Exclude<AppointmentEvent, 'booked'>
  /** False: the centre reads it behind the bell alone. */
  mailsCenter?: boolean
}

/** Notifies the centre and the patient of what the patient or the system did, in the transaction of the change. */
export async function notifyChange(tx: Tx, { event: kind, mailsCenter = true, ...change }: Change): Promise<void> {
  const event = { kind }
  await createChangeNotifications(tx, { ...change, event: kind })
  await storeNotice(tx, { ...change, event, audience: 'attendee' })
  if (mailsCenter) await storeNotice(tx, { ...change, event, audience: 'center' })
}

/** Mails only the centre, and immediately: the patient's account is being deleted, and with it the name in the mail. */
export async function mailCenterAboutDeletion(tx: Tx, { platform, appointment }: About): Promise<void> {
  await deleteNotices(tx, { appointmentId: appointment.id })
  const event = 'cancelled'
  const { publicUrl } = platform.settings
  // Without a link to write to the account.
  const content = changeMailToCenter({ appointment: { ...appointment, patientId: null }, event, publicUrl })
  const message = {
    to: appointment.centerEmail,
    kind: `appointments.${event}.center`,
    aboutId: appointment.id,
  } as const
  await queueMail(tx, { platform, ...message, ...content })
}

/** What the centre did to the time, the professional or the status. Anything else leaves no notice: mail it immediately. */
type CenterChange = About & {
  before: KnownState
  event: Exclude<CenterEvent, { kind: 'booked_at_desk' | 'discount_used' | 'refunded_by_center' | 'payment_undone' }>
}

/** Notifies the attendee of a change that the centre made. @returns whether a mail notifies them */
export async function notifyOfCenterChange(tx: Tx, { event, ...change }: CenterChange): Promise<boolean> {
  await createNotificationOfCenterEvent(tx, { ...change, kind: event.kind })
  return storeNotice(tx, { ...change, event, audience: 'attendee' })
}

/** Notes in the patient's list that the centre cancelled, for mailCancelledTogether(). Notices of earlier changes have no news. */
export async function noteCancelledByCenter(tx: Tx, { platform, appointment }: About): Promise<void> {
  await deleteNotices(tx, { appointmentId: appointment.id })
  await createNotificationOfCenterEvent(tx, { platform, appointment, kind: 'cancelled_by_center' })
}

/** For a change of which the caller tells: what was still to be told of the appointment has no news. @returns false */
export async function leaveToCaller(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<false> {
  await deleteNotices(tx, { appointmentId })
  await deleteCall(tx, { appointmentId })
  return false
}

type CancelledOfAccount = { before: KnownState; appointment: AppointmentRow }

/** Notifies one account of all its appointments that the centre cancelled because its address is unconfirmed, by one mail. */
export async function mailCancelledTogether(
  tx: Tx,
  { platform, cancelled: [first, ...others] }: { platform: Platform; cancelled: readonly CancelledOfAccount[] },
): Promise<void> {
  if (!first) return
  const unconfirmed = { also: others.map(({ appointment }) => appointment.startsAt.toISOString()) }
  const event = { kind: 'cancelled_by_center', reason: '', bonusPoints: 0, unconfirmed } as const
  await storeNotice(tx, { platform, ...first, event, audience: 'attendee' })
}

type Notice = About & { before: KnownState; event: NoticeEvent; audience: Audience }

/**
 * Stores a notice, which a job mails after two minutes, or adds the change to the notice that waits. Only the first change
 * counts against the mail allowance of an unverified address. The transaction has locked the appointment.
 * @returns whether a mail notifies its reader
 */
async function storeNotice(tx: Tx, { platform, appointment, before, event, audience }: Notice): Promise<boolean> {
  const notice = { appointmentId: appointment.id, audience, event }
  if (await updateNotice(tx, notice)) return true
  const reader = audience === 'center' ? { to: appointment.centerEmail } : await findReader(tx, { appointment })
  if (!reader) return false
  const kind = `appointments.${event.kind}${audience === 'center' ? '.center' : ''}`
  if (!(await takeMail(tx, { platform, to: reader.to, kind }))) return false
  const dueAt = new Date(platform.clock.now().getTime() + noticeWindowMs)
  await insertNotice(tx, { ...notice, known: before, dueAt })
  const payload = { appointmentId: appointment.id, audience, dueAt: dueAt.toISOString() }
  await enqueue(tx, sendNoticeJob, payload, { runAt: dueAt })
  return true
}
