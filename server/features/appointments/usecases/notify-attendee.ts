import type { NotificationKind } from '#contract/notifications.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { MailKind } from '#server/platform/mail-kinds.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Reader } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'

type Message = {
  platform: Platform
  appointment: AppointmentRow
  /** The kind of notification, whose mails a patient may have switched off. */
  preference: NotificationKind
  /** The mail's name in the log and in tests: 'appointments.reminder_24h'. */
  kind: MailKind
  /** When what the mail says ends; the appointment's start by default, while it is open. */
  validUntil?: Date
  /** The mail allowance counted it when its notice was stored. */
  isCounted?: boolean
  /** The id of the mail, for a caller that shows its delivery later. */
  mailId?: string
}

/**
 * Queues a mail to the attendee in the transaction: to a guest with an address, or to a patient who has not
 * switched such notices off.
 * @returns whether it queued one
 */
export async function notifyAttendee(
  tx: Tx,
  { mail, appointment, preference, ...message }: Message & { mail(reader: Reader): MailContent },
): Promise<boolean> {
  const found = await findReader(tx, { appointment, preference })
  if (!found) return false
  const readerId = found.reader === 'patient' ? (appointment.patientId ?? undefined) : undefined
  const about = { aboutId: appointment.id, validUntil: validUntilOf(appointment), readerId }
  return queueMail(tx, { ...about, ...message, to: found.to, ...mail(found.reader) })
}

/** An appointment that is over has no news; a cancelled one has, also after the time when it would have begun. */
export function validUntilOf({ status, startsAt }: Pick<AppointmentRow, 'status' | 'startsAt'>): Date | undefined {
  return status === 'pending' || status === 'confirmed' ? startsAt : undefined
}

/** Notifies the patient of their own change. Guests make no changes: their appointments change only through the centre. */
export async function notifyPatient(
  tx: Tx,
  { content, ...message }: Message & { content: MailContent },
): Promise<void> {
  if (message.appointment.guestId === null) await notifyAttendee(tx, { ...message, mail: () => content })
}

/**
 * The person who is mailed about an appointment, and the address. A stranger can register a centre and record any address in
 * it, so a centre that staff have not approved mails no guest. A guest who was mailed before staff closed the centre still learns
 * what follows, without the centre's words (mail/wording.ts).
 */
export async function findReader(
  tx: Tx | Db,
  { appointment, preference = 'appointment' }: { appointment: AppointmentRow; preference?: NotificationKind },
): Promise<{ reader: Reader; to: string } | undefined> {
  const { guestEmail, wasCenterApproved, patientId, patientEmail } = appointment
  if (guestEmail && wasCenterApproved) return { reader: 'guest', to: guestEmail }
  if (!patientId || !patientEmail || !(await wantsMail(tx, { userId: patientId, kind: preference }))) return undefined
  return { reader: 'patient', to: patientEmail }
}
