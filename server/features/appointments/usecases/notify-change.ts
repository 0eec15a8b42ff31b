import { enqueue } from '#server/platform/jobs.ts'
import { queueMail } from '#server/platform/mail.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type AppointmentEvent, changeMailToCenter, changeMailToPatient } from '../mail/appointments.ts'
import { byCenterMail, type CenterEvent } from '../mail/by-center.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { type Audience, deleteNotices, insertNotice, type KnownState, updateNotice } from '../repository/notices.ts'
import { noticeWindowMs } from '../rules/notices.ts'
import { findReader, notifyAttendee, notifyPatient } from './notify-attendee.ts'
import { type NoticeEvent, sendNoticeJob } from './send-notice.ts'

type About = { platform: Platform; appointment: AppointmentRow }

/** A new appointment: mails the centre and the patient at once, in the transaction that made it. */
export async function notifyBooking(tx: Tx, { platform, appointment }: About): Promise<void> {
  const { publicUrl } = platform.settings
  const event = 'booked'
  const kind = `appointments.${event}`
  const content = changeMailToPatient({ appointment, event, publicUrl, now: platform.clock.now() })
  await notifyPatient(tx, { platform, appointment, about: 'appointment', kind, content })
  const toCenter = changeMailToCenter({ appointment, event })
  await queueMail(tx, { platform, to: appointment.centerEmail, kind: `${kind}.center`, ...toCenter })
}

/** A new appointment that the desk entered: mails its attendee at once. @returns whether a mail tells them */
export async function notifyBookedAtDesk(tx: Tx, { platform, appointment }: About): Promise<boolean> {
  const { publicUrl } = platform.settings
  const event = { kind: 'booked_at_desk' } as const
  return notifyAttendee(tx, {
    platform,
    appointment,
    about: 'appointment',
    kind: `appointments.${event.kind}`,
    mail: (reader) => byCenterMail({ reader, appointment, event, publicUrl }),
  })
}

type Change = About & {
  /** As it was before: what its readers know, unless a notice waits already. */
  before: KnownState
  event: Exclude<AppointmentEvent, 'booked'>
  /** `center`: the member who changed it tells the patient in their own words. */
  tell?: 'both' | 'center'
}

/** What the patient or time did: tells the centre and the patient, in the transaction that changed the appointment. */
export async function notifyChange(tx: Tx, { event: kind, tell = 'both', ...change }: Change): Promise<void> {
  const event = { kind }
  if (tell === 'center') {
    // The account goes, and with it the name of the patient: this mail can't wait.
    const { platform, appointment } = change
    await deleteNotices(tx, { appointmentId: appointment.id })
    const content = changeMailToCenter({ appointment, event: kind })
    await queueMail(tx, { platform, to: appointment.centerEmail, kind: `appointments.${kind}.center`, ...content })
    return
  }
  await gather(tx, { ...change, event, audience: 'attendee' })
  await gather(tx, { ...change, event, audience: 'center' })
}

type CenterChange = About & { before: KnownState; event: Exclude<CenterEvent, { kind: 'booked_at_desk' }> }

/** Notifies the attendee of what the centre did. @returns whether a mail tells them */
export async function notifyCenterChange(tx: Tx, { event, ...change }: CenterChange): Promise<boolean> {
  return gather(tx, { ...change, event, audience: 'attendee' })
}

type Gathered = About & { before: KnownState; event: NoticeEvent; audience: Audience }

/**
 * All changes to an appointment within two minutes become one mail. The first one counts against what an unverified address
 * may receive. The appointment is locked. @returns whether a mail tells its reader
 */
async function gather(tx: Tx, { platform, appointment, before, event, audience }: Gathered): Promise<boolean> {
  const notice = { appointmentId: appointment.id, audience, event }
  if (await updateNotice(tx, notice)) return true
  const reader = audience === 'center' ? { to: appointment.centerEmail } : await findReader(tx, { appointment })
  if (!reader) return false
  const kind = `appointments.${event.kind}${audience === 'center' ? '.center' : ''}`
  if (!(await takeMail(tx, { platform, to: reader.to, kind }))) return false
  const dueAt = new Date(platform.clock.now().getTime() + noticeWindowMs)
  await insertNotice(tx, { ...notice, notified: before, dueAt })
  const payload = { appointmentId: appointment.id, audience, dueAt: dueAt.toISOString() }
  await enqueue(tx, sendNoticeJob, payload, { runAt: dueAt })
  return true
}
