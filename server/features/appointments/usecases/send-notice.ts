import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type AppointmentEvent, changeMailToCenter, changeMailToPatient } from '../mail/appointments.ts'
import { byCenterMail, type CenterEvent, type FormerNames } from '../mail/by-center.ts'
import { type AppointmentRow, lockAppointment } from '../repository/appointments.ts'
import {
  type Audience,
  findKnownNames,
  findNoticeDueAt,
  type KnownState,
  listNoticesOfGuests,
  listNoticesOfPatient,
  takeNotice,
} from '../repository/notices.ts'
import { isNews } from '../rules/notices.ts'
import { mailLinks } from './calendar-links.ts'
import { notifyAttendee, notifyPatient, validUntilOf } from './notify-attendee.ts'

/** The last change, as a notice stores it. The former start comes from the state that the reader knows. */
export type NoticeEvent = { kind: AppointmentEvent } | Exclude<CenterEvent, { kind: 'moved_by_center' }> | StoredMove
type StoredMove = Omit<Extract<CenterEvent, { kind: 'moved_by_center' }>, 'from' | 'former'>

/** How long the mail about a move by the centre may wait for a mail server. */
const moveNewsMs = 7 * dayMs

type Notice = { appointmentId: string; audience: Audience; dueAt: Date }

/** Mails the changes of the last two minutes together, as the current state; sends no mail when the reader knows that state. */
export async function sendNotice(platform: Platform, input: Notice): Promise<void> {
  await platform.db.transaction().execute((tx) => sendNoticeIn(tx, platform, input))
}

/**
 * Mails what waits for the patient or guest of an appointment now, before a mail that would otherwise arrive first: the refund of a
 * cancellation that they have not read of. The caller has locked the appointment.
 */
export async function sendWaitingNotice(
  tx: Tx,
  platform: Platform,
  { appointmentId }: { appointmentId: string },
): Promise<void> {
  const notice = { appointmentId, audience: 'attendee' } as const
  const dueAt = await findNoticeDueAt(tx, notice)
  if (dueAt) await sendNoticeIn(tx, platform, { ...notice, dueAt })
}

/** Mails the waiting notices to centres now: the patient's account is being deleted, and with it the name in the mail. */
export async function sendNoticesOfPatient(tx: Tx, platform: Platform, input: { patientId: string }): Promise<void> {
  for (const notice of await listNoticesOfPatient(tx, input)) await sendNoticeIn(tx, platform, notice)
}

/** Mails the waiting notices to one guest, or to all guests of the centre, now: their addresses are being deleted. */
export async function sendNoticesOfGuests(
  tx: Tx,
  platform: Platform,
  input: { centerId: string; guestId?: string },
): Promise<void> {
  for (const notice of await listNoticesOfGuests(tx, input)) await sendNoticeIn(tx, platform, notice)
}

async function sendNoticeIn(tx: Tx, platform: Platform, input: Notice): Promise<void> {
  const appointment = await lockAppointment(tx, input)
  const notice = await takeNotice(tx, input)
  if (!appointment || !notice) return
  const event = notice.event as NoticeEvent
  if (!isNews({ kind: event.kind, known: notice.known, current: appointment })) return
  const mail = { platform, appointment, event, known: notice.known }
  if (input.audience === 'center') await mailCenter(tx, mail)
  else await mailAttendee(tx, mail)
}

type NoticeMail = { platform: Platform; appointment: AppointmentRow; event: NoticeEvent; known: KnownState }

async function mailCenter(tx: Tx, { platform, appointment, event }: NoticeMail): Promise<void> {
  if (!isByPatientOrSystem(event)) return
  const content = changeMailToCenter({ appointment, event: event.kind, publicUrl: platform.settings.publicUrl })
  const about = { aboutId: appointment.id, validUntil: validUntilOf(appointment) }
  const kind = `appointments.${event.kind}.center` as const
  await queueMail(tx, { platform, to: appointment.centerEmail, kind, isCounted: true, ...about, ...content })
}

async function mailAttendee(tx: Tx, { platform, appointment, event, known }: NoticeMail): Promise<void> {
  const links = mailLinks(platform, { appointment })
  const message = {
    platform,
    appointment,
    preference: 'appointment',
    kind: `appointments.${event.kind}`,
    isCounted: true,
  } as const
  if (isByPatientOrSystem(event)) {
    const paysOnline = takesPayments({ ...platform, ...appointment })
    const now = platform.clock.now()
    const content = changeMailToPatient({ appointment, event: event.kind, ...links, paysOnline, now })
    await notifyPatient(tx, { ...message, content })
    return
  }
  const isOther = known.professionalId !== appointment.professionalId || known.serviceId !== appointment.serviceId
  const former = isOther ? await findKnownNames(tx, known) : undefined
  await notifyAttendee(tx, {
    ...message,
    // A move is told, however soon the appointment begins.
    ...(event.kind === 'moved_by_center' && { validUntil: new Date(platform.clock.now().getTime() + moveNewsMs) }),
    mail: (reader) =>
      byCenterMail({
        ...{ reader, appointment, event: withKnown(event, { appointment, known, former }) },
        ...links,
        now: platform.clock.now(),
      }),
  })
}

/** A no-show also tells of a move that its notice replaced. */
function withKnown(
  event: Exclude<NoticeEvent, { kind: AppointmentEvent }>,
  { appointment, known, former }: Pick<NoticeMail, 'appointment' | 'known'> & { former: FormerNames | undefined },
): CenterEvent {
  if (event.kind === 'moved_by_center') return { ...event, from: known.startsAt, ...(former && { former }) }
  const isMoved = known.startsAt.getTime() !== appointment.startsAt.getTime()
  return event.kind === 'marked_no_show' && isMoved ? { ...event, from: known.startsAt } : event
}

const changes: readonly string[] = [
  'booked',
  'moved',
  'cancelled',
  'unanswered',
  'released',
] satisfies AppointmentEvent[]

function isByPatientOrSystem(event: NoticeEvent): event is { kind: AppointmentEvent } {
  return changes.includes(event.kind)
}

export const sendNoticeJob = defineJob({
  name: 'appointments.notify',
  payload: z.object({ appointmentId: z.uuid(), audience: z.enum(['attendee', 'center']), dueAt: z.iso.datetime() }),
  run: ({ platform, payload }) => sendNotice(platform, { ...payload, dueAt: new Date(payload.dueAt) }),
})
