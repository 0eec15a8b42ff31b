import { newId, newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteAuthCodes } from '../repository/auth-codes.ts'
import { deleteRedemptions } from '../repository/link-redemptions.ts'
import * as tokens from '../repository/one-time-tokens.ts'
import { setMailSentAt } from '../repository/users.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { kinds, type TokenKind } from '../rules/token-kinds.ts'
import { newCode } from './typed-codes.ts'

type NewToken = {
  platform: Platform
  userId: string
  email: string
  kind: TokenKind
  challenge: CodeChallenge | undefined
  /** Only for a sign-up. Undefined: the account keeps its password and data. */
  attempt?: tokens.SignUpAttempt
  /** Only for a mail that is sent again: the sign-up that its link confirms. */
  signUpId?: string
  failedTries?: number
}

type StoredToken = { id: string; secret: string; digits: string; expiresAt: Date }

/**
 * Stores the secret and the code that the mail contains. A code that proves who is signed in replaces the earlier one. Tokens
 * of other kinds exist side by side: a stranger who requests their mails must not end a link that the owner has received.
 */
export async function storeToken(tx: Tx, input: NewToken): Promise<StoredToken> {
  const { kind, userId } = input
  const now = input.platform.clock.now()
  const secret = newSecret()
  const { digits, codeHash } = await newCode(tx, input)
  const expiresAt = new Date(now.getTime() + kinds[kind].lifetimeMs)
  const id = await tokens.insertToken(tx, {
    attempt: undefined,
    signUpId: undefined,
    ...input,
    id: newId(),
    secret,
    codeHash,
    failedTries: input.failedTries ?? (await failedTriesOf(tx, input)),
    expiresAt,
    now,
  })
  const { sentAt } = kinds[kind]
  if (sentAt) await setMailSentAt(tx, { userId, column: sentAt, now })
  return { id, secret, digits, expiresAt }
}

/** The wrong codes so far of links that exist side by side: another mail brings no new tries. Each sign-up has its own count. */
async function failedTriesOf(tx: Tx, { userId, kind }: Pick<NewToken, 'userId' | 'kind'>): Promise<number> {
  if (kind !== 'recovery' && kind !== 'magiclink') return 0
  return tokens.countFailedTries(tx, { userId, kind })
}

/** Deletes everything that was mailed to the user, the codes that a browser got from such a link, and what it could repeat. */
export async function deleteMailedTokens(tx: Tx, input: { userId: string }): Promise<void> {
  await tokens.deleteTokens(tx, input)
  await deleteAuthCodes(tx, input)
  await deleteRedemptions(tx, { userId: input.userId })
}
