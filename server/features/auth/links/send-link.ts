import { queueMail } from '#server/platform/mail.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
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
import type { SignUpAttempt } from '../repository/one-time-tokens.ts'
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

export async function sendLink(tx: Tx, input: MailedLink): Promise<void> {
  const { platform, user, kind } = input
  const email = kind === 'email_change_new' ? (user.new_email ?? user.email) : user.email
  // Before the token: a withheld mail must not end the link of an earlier one.
  if (!(await takeMail(tx, { platform, to: email, kind: `accounts.${kind}`, isProof: true }))) return
  const token = await storeToken(tx, { ...input, userId: user.id, email, challenge: input.challenge })
  // From the settings alone: a forged Host header must not decide where our mails lead.
  const link = `${platform.settings.publicUrl}/auth/v1/verify?${new URLSearchParams({
    token: token.secret,
    type: kinds[kind].type,
    redirect_to: input.redirectTo,
  })}`
  // While the address is unverified, the mail to its owner must not contain text that a stranger may have typed.
  const newEmail = user.email_verified_at ? (user.new_email ?? undefined) : undefined
  const content = contentOf({ kind, link, code: token.digits, newEmail })
  // With the user's id, as the mail may go to an address that the account never gets.
  await queueMail(tx, {
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
