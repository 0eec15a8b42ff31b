import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deskMail, givenBackText, type RefundedBy, refundText, saleText } from '../mail/desk.ts'
import { findAddress, type PackageRow } from '../repository/packages.ts'

type Sale = { platform: Platform; row: PackageRow }

/** Tells the buyer what the desk sold them: it is their receipt. */
export async function tellOfSale(tx: Tx, { platform, row }: Sale): Promise<void> {
  const more = ['Si tú no compraste este bono, escríbele al centro.']
  await tell(tx, { platform, row, ...saleText({ ...row, now: platform.clock.now() }), more })
}

/** Tells the buyer what was given back, by whom and how. */
export async function tellOfRefund(
  tx: Tx,
  { platform, row, refundCents, by }: Sale & { refundCents: number; by: RefundedBy },
): Promise<void> {
  const more =
    by === 'staff' || by === 'buyer' ? [] : ['Si no es así, escríbele al centro, o a nosotros desde «Ayuda».']
  await tell(tx, { platform, row, ...refundText({ ...row, refundCents, by }), more })
}

type GivenBack = Sale & { refundCents: number; hasEnded: boolean; reserved: number }

/** Tells the buyer what the centre gave back from its own account at the gateway. */
export async function tellOfGivenBack(tx: Tx, { platform, row, ...given }: GivenBack): Promise<void> {
  const more = ['Si no es así, escríbele al centro, o a nosotros desde «Ayuda».']
  await tell(tx, { platform, row, ...givenBackText({ ...row, ...given }), more })
}

async function tell(
  tx: Tx,
  { platform, row, subject, text, more }: Sale & { subject: string; text: string; more: string[] },
): Promise<void> {
  const { patientId, centerId } = row
  if (patientId !== null) {
    const entry = { event: 'checkouts.receipt', to: { userId: patientId }, about: null } as const
    const href = '/dashboard?tab=history'
    await notifyUsers(tx, { platform, entries: [{ ...entry, title: subject, message: text, href }] })
  }
  const to = await findAddress(tx, row)
  if (to === null) return
  const { publicUrl } = platform.settings
  const mail = deskMail({ subject, text, more, centerId, publicUrl })
  await queueMail(tx, { platform, to, kind: 'checkouts.receipt', ...mail })
}
