import { queueMail } from '#server/platform/mail.ts'
import { takeMail } from '#server/platform/mail-allowance.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  enterEmailMail,
  leaveEmailMail,
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
  /** Where the link ends, already checked. */
  redirectTo: string
  /** Of the browser that asked, if the link is to end in a code for it. */
  challenge?: CodeChallenge | undefined
  /** Only of a sign-up. Undefined: the account keeps the password and data that it has. */
  attempt?: SignUpAttempt | undefined
  /** Only of a mail that was asked for again: which sign-up its link confirms, and the failed tries of the mail before. */
  signUpId?: string | undefined
  failedTries?: number
}

/** Makes the token and mails it, as a link and as a code to type. */
export async function sendLink(tx: Tx, input: MailedLink): Promise<void> {
  const { platform, user, kind } = input
  const email = kind === 'email_change_new' ? (user.new_email ?? user.email) : user.email
  // Before the token: a mail that is withheld must not end the link of one that has arrived.
  if (!(await takeMail(tx, { platform, to: email, kind: `accounts.${kind}`, isProof: true }))) return
  const { secret, digits } = await storeToken(tx, { ...input, userId: user.id, email, challenge: input.challenge })
  // From the settings alone: whoever sends a forged Host header must not choose where our mails lead.
  const link = `${platform.settings.publicUrl}/auth/v1/verify?${new URLSearchParams({
    token: secret,
    type: kinds[kind].type,
    redirect_to: input.redirectTo,
  })}`
  // Nobody has shown yet that the address is theirs: a stranger's would bring its owner whatever text was typed.
  const newEmail = user.email_verified_at ? (user.new_email ?? undefined) : undefined
  const content = contentOf({ kind, link, code: digits, newEmail })
  // Its owner may never have anything to do with the address that the account was to have.
  await queueMail(tx, { platform, to: email, kind: `accounts.${kind}`, userId: user.id, isCounted: true, ...content })
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
      return leaveEmailMail(input)
    case 'email_change_new':
      return enterEmailMail(input)
  }
}

/** Mails a code to somebody who is signed in and wants to show who they are. */
export async function mailCode(tx: Tx, { platform, user }: { platform: Platform; user: Addressee }): Promise<void> {
  const kind = 'reauthentication'
  if (!(await takeMail(tx, { platform, to: user.email, kind: `accounts.${kind}`, isProof: true }))) return
  const { digits } = await storeToken(tx, { platform, userId: user.id, email: user.email, kind, challenge: undefined })
  await queueMail(tx, {
    platform,
    to: user.email,
    kind: `accounts.${kind}`,
    isCounted: true,
    ...reauthenticationMail({ code: digits }),
  })
}
