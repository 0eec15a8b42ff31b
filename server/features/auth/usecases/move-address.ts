import { firstMailAt, isOwnMail } from '#server/features/accounts/rules/own-mail.ts'
import { ownsCenter } from '#server/features/centers/usecases/lock-center.ts'
import { keepAsMailsOf, listMailsTo } from '#server/platform/mail.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { moveToNewEmail, type User } from '../repository/users.ts'

/**
 * Both addresses have confirmed. What the old one got stays the person's, for the copy of their data and for the day they
 * delete the account. The caller holds the lock on it. @returns false when somebody else took the address meanwhile.
 */
export async function moveAddress(
  tx: Tx,
  { user, now, newEmail }: { user: User; newEmail: string; now: Date },
): Promise<boolean> {
  if (!(await moveToNewEmail(tx, { userId: user.id, email: newEmail, now }))) return false
  const mails = await listMailsTo(tx, { recipient: user.email, since: firstMailAt(user) })
  const account = { emailVerifiedAt: user.email_verified_at }
  const isOwner = await ownsCenter(tx, { ownerId: user.id })
  const own = mails.filter(({ kind }) => isOwnMail({ kind, account, ownsCenter: isOwner }))
  await keepAsMailsOf(tx, { userId: user.id, ids: own.map(({ id }) => id) })
  return true
}
