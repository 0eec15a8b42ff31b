import { queueMails } from '#server/platform/mail.ts'
import type { KindWithoutSubject } from '#server/platform/mail-kinds.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { findOwner } from '../repository/of-owner.ts'

type CenterMailKind = Extract<KindWithoutSubject, `${string}.center`>

/**
 * Mails the centre's contact address and the account of its owner, because an intruder with a session of the owner can change the
 * former and not the latter. Equal addresses get one mail.
 */
export async function mailOwner(
  tx: Tx,
  input: { platform: Platform; centerId: string; contactEmail: string; kind: CenterMailKind; content: MailContent },
): Promise<void> {
  const { platform, kind, content } = input
  const owner = await findOwner(tx, input)
  const addresses = new Set([input.contactEmail, owner?.email ?? input.contactEmail].map((each) => each.toLowerCase()))
  await queueMails(tx, { platform, mails: [...addresses].map((to) => ({ to, kind, ...content })) })
}
