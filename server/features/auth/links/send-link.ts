import { queueMail } from '#server/platform/mail.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
import type { MailKind } from '#server/platform/mail-kinds.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  currentAddressMail,
  newAddressMail,
  reauthenticationMail,
  recoveryMail,
  signInMail,
  verificationMail,
} from '../mail/link.ts'
import { findNewestSignUp, type SignUpAttempt } from '../repository/one-time-tokens.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { kinds, type TokenKind } from '../rules/token-kinds.ts'
import { storeToken } from './one-time-tokens.ts'

type Addressee = { id: string; email: string; new_email: string | null; email_verified_at?: Date | null }

type MailedLink = {
  platform: Platform
  user: Addressee
  kind: Exclude<TokenKind, 'reauthentication'>
  /** The link's destination, already checked. */
  redirectTo: string
  /** The requesting browser's challenge, if the link must give it a code. */
  challenge?: CodeChallenge
  /** Only for a sign-up. Undefined: the account keeps its password and data. */
  attempt?: SignUpAttempt
  /** Only for a mail that is sent again: the sign-up that its link confirms, and the earlier mail's failed tries. */
  signUpId?: string
  failedTries?: number
}

/** @returns whether the mail leaves: the address has not received as many as it may today */
export async function sendLink(tx: Tx, input: MailedLink): Promise<boolean> {
  const { platform, user, kind } = input
  const email = kind === 'email_change_new' ? (user.new_email ?? user.email) : user.email
  // Before the token: a withheld mail must not end the link of an earlier one.
  if (!(await takeMail(tx, { platform, to: email, kind: `accounts.${kind}`, isProof: true }))) return false
  const token = await storeToken(tx, { ...input, userId: user.id, email, challenge: input.challenge })
  const link = linkOf({ ...input, secret: token.secret })
  // While the address is unverified, the mail to its owner must not contain text that a stranger may have typed.
  const newEmail = user.email_verified_at ? (user.new_email ?? undefined) : undefined
  const content = contentOf({ kind, link, code: token.digits, newEmail })
  // With the user's id, as the mail may go to an address that the account never gets.
  return queueMail(tx, {
    platform,
    to: email,
    kind: `accounts.${kind}`,
    userId: user.id,
    isCounted: true,
    aboutId: token.id,
    validUntil: token.expiresAt,
    ...content,
  })
}

/**
 * The link with which another mail to an unverified account confirms the address and leads to a page; its caller queues that mail.
 * It belongs to the sign-up whose own mail it replaces. Undefined: the address has received as many mails as it may today.
 */
export async function confirmingLink(
  tx: Tx,
  input: { platform: Platform; user: { id: string; email: string }; mailKind: MailKind; redirectTo: string },
): Promise<string | undefined> {
  const { platform, user, mailKind } = input
  const { id: userId, email } = user
  const mail = { platform, to: email, kind: mailKind }
  // A notice, as long as one is left, so that the mail that is reserved for a link stays for a requested one.
  if (!(await takeMail(tx, mail)) && !(await takeMail(tx, { ...mail, isProof: true }))) return undefined
  const kind = 'signup'
  const before = await findNewestSignUp(tx, { userId })
  const token = await storeToken(tx, { ...before, platform, userId, email, kind, challenge: undefined })
  return linkOf({ ...input, kind, secret: token.secret })
}

function linkOf({
  platform,
  kind,
  secret,
  redirectTo,
}: Pick<MailedLink, 'platform' | 'kind' | 'redirectTo'> & { secret: string }): string {
  // From the settings alone: a forged Host header must not decide where our mails lead.
  const values = new URLSearchParams({ token: secret, type: kinds[kind].type, redirect_to: redirectTo })
  return `${platform.settings.publicUrl}/auth/v1/verify?${values}`
}

function contentOf(input: { kind: MailedLink['kind']; link: string; code: string; newEmail: string | undefined }) {
  switch (input.kind) {
    case 'signup':
      return verificationMail(input)
    case 'magiclink':
      return signInMail(input)
    case 'recovery':
      return recoveryMail(input)
    case 'email_change_current':
      return currentAddressMail(input)
    case 'email_change_new':
      return newAddressMail(input)
  }
}

export async function mailCode(tx: Tx, { platform, user }: { platform: Platform; user: Addressee }): Promise<void> {
  const kind = 'reauthentication'
  if (!(await takeMail(tx, { platform, to: user.email, kind: `accounts.${kind}`, isProof: true }))) return
  const token = await storeToken(tx, { platform, userId: user.id, email: user.email, kind, challenge: undefined })
  await queueMail(tx, {
    platform,
    to: user.email,
    kind: `accounts.${kind}`,
    isCounted: true,
    aboutId: token.id,
    validUntil: token.expiresAt,
    ...reauthenticationMail({ code: token.digits }),
  })
}
