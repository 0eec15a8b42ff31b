import type { SentKind } from '#server/features/notifications/notifications.rules.ts'
import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countWithin } from '#server/platform/rate-limit.ts'
import type { Reader } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'

type Message = {
  appointment: AppointmentRow
  /** What a patient may have switched off. */
  about: SentKind
  /** The mail's name, for the log and for tests: 'appointments.reminder_24h'. */
  kind: string
}

/**
 * Mails whoever comes, in the transaction that causes it: a guest with an address, or a patient who has not switched that off.
 * @returns whether a mail tells them
 */
export async function tellPerson(
  tx: Tx,
  { platform, mail, ...message }: Message & { platform: Platform; mail(reader: Reader): MailContent },
): Promise<boolean> {
  const { appointment, kind } = message
  const guestEmail = await guestAddress(tx, { platform, appointment })
  if (guestEmail === undefined) return tellPatient(tx, { ...message, platform, content: mail('patient') })
  await queueMail(tx, { platform, to: guestEmail, kind, ...mail('guest') })
  return true
}

/** Where only a patient is told: guests come by what their centre does. */
export async function tellPatient(
  tx: Tx,
  { platform, appointment, about, kind, content }: Message & { platform: Platform; content: MailContent },
): Promise<boolean> {
  const { patientId, patientEmail } = appointment
  if (!patientId || !patientEmail || !(await wantsMail(tx, { userId: patientId, kind: about }))) return false
  await queueMail(tx, { platform, to: patientEmail, kind, ...content })
  return true
}

const guestMailsPerDay = 10

/**
 * Where a guest reads what happens to their appointment, as long as a mail may go there. Anybody can register a centre and
 * write any address down in it: a centre that nobody has approved mails none, and no centre fills a stranger's mailbox.
 */
async function guestAddress(
  tx: Tx,
  { platform, appointment }: { platform: Platform; appointment: AppointmentRow },
): Promise<string | undefined> {
  const { guestEmail, centerId, isCenterApproved } = appointment
  if (!guestEmail || !isCenterApproved) return undefined
  const isWithin = await countWithin(tx, {
    name: 'appointments.guest_mails',
    key: `${centerId}:${guestEmail}`,
    limit: guestMailsPerDay,
    windowSeconds: 86_400,
    secret: platform.secret,
  })
  return isWithin ? guestEmail : undefined
}
