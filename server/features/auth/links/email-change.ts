import { networksOf } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { deleteRedemptions } from '../repository/link-redemptions.ts'
import { deleteEmailChangeTokens } from '../repository/one-time-tokens.ts'
import { setNewEmail, type User, unsetNewEmail } from '../repository/users.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { sendLink } from './send-link.ts'

type Change = {
  platform: Platform
  user: User
  email: string
  /** The network address of the person who asks; undefined for a request that a page of another site may have sent. */
  address: string | undefined
  redirectTo: string
  challenge: CodeChallenge | undefined
}

/** The address changes once both addresses have confirmed. The caller holds the lock on the user. */
export async function startEmailChange(tx: Tx, input: Change): Promise<void> {
  const { platform, address } = input
  const userId = input.user.id
  const network = address === undefined ? null : networkHash({ platform, address })
  await setNewEmail(tx, { userId, newEmail: input.email, network, now: platform.clock.now() })
  // An earlier change ends, and its links with it.
  await deleteEmailChangeLinks(tx, { userId })
  const user = { ...input.user, new_email: input.email }
  await sendLink(tx, { ...input, user, kind: 'email_change_current' })
  await sendLink(tx, { ...input, user, kind: 'email_change_new' })
}

/** Where a link or code is redeemed. */
export type Redeemer = {
  address: string
  /** The account whose session redeems it. */
  userId: string | undefined
}

/**
 * Whether the account's own person confirms its new address. A mail to a mistyped address reaches a stranger, who would get the
 * account; a stranger's account could take the address of a person who presses the button of a mail. That a browser has signed in
 * before proves nothing: two clicks on a stranger's page can sign it in to the stranger's account.
 */
export function isOwnChange(input: { platform: Pick<Platform, 'secret'>; user: User; redeemer: Redeemer }): boolean {
  const { user, redeemer } = input
  return (
    redeemer.userId === user.id || user.email_change_network === networkHash({ ...input, address: redeemer.address })
  )
}

function networkHash({ platform, address }: { platform: Pick<Platform, 'secret'>; address: string }): string {
  const text = networksOf(address)[0] ?? address
  return keyedHash({ secret: platform.secret, purpose: 'networks of address changes', text })
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
