import type { SentKind } from '#server/features/notifications/notifications.rules.ts'
import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Reader } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'

type Message = {
  platform: Platform
  appointment: AppointmentRow
  /** What a patient may have switched off. */
  about: SentKind
  /** The mail's name, for the log and for tests: 'appointments.reminder_24h'. */
  kind: string
  /** It was counted when the notice began to wait. */
  isCounted?: boolean
}

/**
 * Mails whoever comes, in the transaction that causes it: a guest with an address, or a patient who has not switched that off.
 * @returns whether a mail tells them
 */
export async function notifyAttendee(
  tx: Tx,
  { mail, appointment, about, ...message }: Message & { mail(reader: Reader): MailContent },
): Promise<boolean> {
  const found = await findReader(tx, { appointment, about })
  if (!found) return false
  return queueMail(tx, { ...message, to: found.to, ...mail(found.reader) })
}

/** Where only a patient is told: guests come by what their centre does. */
export async function notifyPatient(
  tx: Tx,
  { content, ...message }: Message & { content: MailContent },
): Promise<void> {
  if (message.appointment.guestId === null) await notifyAttendee(tx, { ...message, mail: () => content })
}

/**
 * Who reads what happens to an appointment, and where. Anyone can register a centre and write any address down in it, so a
 * centre that is not approved mails no guest.
 */
export async function findReader(
  tx: Tx,
  { appointment, about = 'appointment' }: { appointment: AppointmentRow; about?: SentKind },
): Promise<{ reader: Reader; to: string } | undefined> {
  const { guestEmail, isCenterApproved, patientId, patientEmail } = appointment
  if (guestEmail && isCenterApproved) return { reader: 'guest', to: guestEmail }
  if (!patientId || !patientEmail || !(await wantsMail(tx, { userId: patientId, kind: about }))) return undefined
  return { reader: 'patient', to: patientEmail }
}
