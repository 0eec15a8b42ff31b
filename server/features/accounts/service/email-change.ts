import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import type { User } from '../repository/users.ts'
import type { CodeChallenge } from './auth-codes.ts'
import { mailLink } from './mail-link.ts'
import { deleteEmailChangeTokens } from './one-time-tokens.ts'

/** The change is made once both addresses have confirmed it. The caller holds the lock on the user. */
export async function startEmailChange(
  tx: Tx,
  o: { platform: Platform; user: User; email: string; redirectTo: string; challenge: CodeChallenge | undefined },
): Promise<void> {
  const { platform } = o
  await tx
    .updateTable('users')
    .set({ new_email: o.email, updated_at: platform.clock.now() })
    .where('id', '=', o.user.id)
    .execute()
  // A change that was under way ends, and its links with it.
  await deleteEmailChangeTokens(tx, o.user.id)
  const user = { ...o.user, new_email: o.email }
  await mailLink(tx, { ...o, user, kind: 'email_change_current' })
  await mailLink(tx, { ...o, user, kind: 'email_change_new' })
}

/** The account stays with the address that it has, and the links that were mailed for the change end. */
export async function cancelEmailChange(tx: Tx, o: { userId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ new_email: null, email_change_sent_at: null, updated_at: o.now })
    .where('id', '=', o.userId)
    .execute()
  await deleteEmailChangeTokens(tx, o.userId)
}
