import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import type { User } from '../repository/users.ts'
import type { CodeChallenge } from './auth-codes.ts'
import { deleteEmailChangeTokens } from './one-time-tokens.ts'
import { sendLink } from './send-link.ts'

/** The change is made once both addresses have confirmed it. The caller holds the lock on the user. */
export async function startEmailChange(
  tx: Tx,
  input: { platform: Platform; user: User; email: string; redirectTo: string; challenge: CodeChallenge | undefined },
): Promise<void> {
  const { platform } = input
  await tx
    .updateTable('users')
    .set({ new_email: input.email, updated_at: platform.clock.now() })
    .where('id', '=', input.user.id)
    .execute()
  // A change that was under way ends, and its links with it.
  await deleteEmailChangeTokens(tx, input.user.id)
  const user = { ...input.user, new_email: input.email }
  await sendLink(tx, { ...input, user, kind: 'email_change_current' })
  await sendLink(tx, { ...input, user, kind: 'email_change_new' })
}

/** The account stays with the address that it has, and the links that were mailed for the change end. */
export async function cancelEmailChange(tx: Tx, { now, userId }: { userId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ new_email: null, email_change_sent_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await deleteEmailChangeTokens(tx, userId)
}
