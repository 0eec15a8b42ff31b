import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { declinedMail, declinedText } from '../mail/declined.ts'
import type { CheckoutRow } from '../repository/checkouts.ts'

/** Tells the payer of a refusal that came later: while the gateway decided, they were told to wait and may have left the page. */
export async function tellDeclined(
  tx: Tx,
  { platform, checkout }: { platform: Platform; checkout: CheckoutRow },
): Promise<void> {
  if (checkout.status !== 'pending' || checkout.patientEmail === null) return
  const { subject: title, text: message, href } = declinedText({ checkout })
  const event = 'checkouts.declined'
  const to = { userId: checkout.patientId }
  await notifyUsers(tx, { platform, entries: [{ event, to, title, message, href, about: null }] })
  const mail = declinedMail({ checkout, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: checkout.patientEmail, kind: event, ...mail })
}
