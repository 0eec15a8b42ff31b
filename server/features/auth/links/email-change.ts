import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteRedemptions } from '../repository/link-redemptions.ts'
import { deleteEmailChangeTokens } from '../repository/one-time-tokens.ts'
import { setNewEmail, type User, unsetNewEmail } from '../repository/users.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { sendLink } from './send-link.ts'

/** The address changes once both addresses have confirmed. The caller holds the lock on the user. */
export async function startEmailChange(
  tx: Tx,
  input: { platform: Platform; user: User; email: string; redirectTo: string; challenge: CodeChallenge | undefined },
): Promise<void> {
  const userId = input.user.id
  await setNewEmail(tx, { userId, newEmail: input.email, now: input.platform.clock.now() })
  // An earlier change ends, and its links with it.
  await deleteEmailChangeLinks(tx, { userId })
  const user = { ...input.user, new_email: input.email }
  await sendLink(tx, { ...input, user, kind: 'email_change_current' })
  await sendLink(tx, { ...input, user, kind: 'email_change_new' })
}

/** The account keeps its address, and the links that were mailed for the change stop working. */
export async function cancelEmailChange(tx: Tx, input: { userId: string; now: Date }): Promise<void> {
  await unsetNewEmail(tx, input)
  await deleteEmailChangeLinks(tx, input)
}

/** Also ends the repetition of a link that one of the two addresses has followed. */
async function deleteEmailChangeLinks(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await deleteEmailChangeTokens(tx, { userId })
  await deleteRedemptions(tx, { userId, kinds: ['email_change_current', 'email_change_new'] })
}
