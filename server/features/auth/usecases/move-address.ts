import { ownsCenter } from '#server/features/centers/repository/of-owner.ts'
import { earnForVerifiedAddress } from '#server/features/loyalty/usecases/points.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { assignMailsTo, listMailsTo } from '#server/platform/stored-mails.ts'
import { moveToNewEmail, type User } from '../repository/users.ts'
import { firstMailAt, isOwnMail } from '../rules/own-mail.ts'

/**
 * Moves the account to its new address, once both addresses have confirmed, or, without `isProven`, when it
 * has confirmed none. The mails to the former address stay the account's,
 * for its data export and its deletion. The caller holds the lock on the account.
 * @returns false when another account has taken the address in the meantime.
 */
export async function moveAddress(
  tx: Tx,
  { user, now, newEmail, isProven = true }: { user: User; newEmail: string; isProven?: boolean; now: Date },
): Promise<boolean> {
  if (!(await moveToNewEmail(tx, { userId: user.id, email: newEmail, isProven, now }))) return false
  if (isProven && user.email_verified_at === null) await earnForVerifiedAddress(tx, { userId: user.id, now })
  const since = firstMailAt({ createdAt: user.created_at, emailMovedAt: user.email_moved_at })
  const mails = await listMailsTo(tx, { recipient: user.email, since })
  const account = { emailVerifiedAt: user.email_verified_at }
  const isOwner = await ownsCenter(tx, { ownerId: user.id })
  const ownMails = mails.filter(({ kind }) => isOwnMail({ kind, account, ownsCenter: isOwner }))
  await assignMailsTo(tx, { userId: user.id, ids: ownMails.map(({ id }) => id) })
  return true
}
