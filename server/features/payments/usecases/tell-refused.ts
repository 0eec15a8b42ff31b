import { findOwner } from '#server/features/centers/repository/of-owner.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { refusedMail, refusedText, refusedToOwnerText } from '../payments.mail.ts'
import { findRefund } from '../repository/refused-refunds.ts'

/** Tells the payer, whom a mail has promised the money, and the owner, who has to decide, that the gateway refused a refund. */
export async function tellRefused(
  tx: Tx,
  { platform, refundId }: { platform: Platform; refundId: string },
): Promise<void> {
  const refund = await findRefund(tx, { refundId })
  if (!refund) return
  const { checkoutId, centerId, patientId, patientEmail } = refund
  const { publicUrl } = platform.settings
  const toPayer = refusedText(refund)
  const toOwner = refusedToOwnerText(refund)
  const href = centerPage(centerId, 'dinero')
  const payerNotice = { event: 'checkouts.receipt', about: null, href: `/receipts/${checkoutId}` } as const
  const ownerNotice = { event: 'checkouts.disputed', about: null, thread: `refund ${refundId}`, href } as const
  await notifyUsers(tx, {
    platform,
    entries: [
      { ...payerNotice, to: { userId: patientId }, title: toPayer.subject, message: toPayer.text },
      { ...ownerNotice, to: { userId: centerId }, title: toOwner.subject, message: toOwner.text },
    ],
  })
  if (patientEmail !== null) {
    const mail = refusedMail({ ...refund, publicUrl })
    await queueMail(tx, { platform, to: patientEmail, kind: 'checkouts.receipt', ...mail })
  }
  const owner = await findOwner(tx, { centerId })
  if (!owner) return
  const action = { label: 'Ver las devoluciones', url: `${publicUrl}${href}` }
  const mail = mailLayout({ subject: toOwner.subject, paragraphs: [toOwner.text], action })
  await queueMail(tx, { platform, to: owner.email, kind: 'checkouts.disputed', ...mail })
}
