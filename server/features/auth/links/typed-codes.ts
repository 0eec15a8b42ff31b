import { randomInt } from 'node:crypto'
import { cleanPlainText } from '#contract/pasted-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { countTypedCode, hasTokenWithCode, lockOwnersOfTokens } from '../repository/one-time-tokens.ts'
import type { TokenKind } from '../rules/token-kinds.ts'

/** Six digits are quickly guessed, so each token has this many tries, even when another mail is sent. */
const maxTries = 5
/** Only so many tokens of an address count: any visitor can request more, and each adds a code that a guess may hit. */
const newestThatCount = 3

type Addressed = { platform: Platform; kind: TokenKind; email: string }

/** The hash uses a secret key: a million codes are quickly tried against a plain hash. */
export function hashCode({ kind, email, digits, platform }: Addressed & { digits: string }): string {
  const text = `${kind} ${email} ${digits}`
  return keyedHash({ secret: platform.secret, purpose: 'typed codes', text })
}

/** Six digits that no other token of this address has, so that a typed code identifies one sign-up. */
export async function newCode(tx: Tx, input: Addressed): Promise<{ digits: string; codeHash: string }> {
  for (;;) {
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const codeHash = hashCode({ ...input, digits })
    if (!(await hasTokenWithCode(tx, { email: input.email, codeHash }))) return { digits, codeHash }
  }
}

/** Accepts the code as the mail prints it, in two halves. Undefined for a text that can't be a code. */
export function readCode(text: string): string | undefined {
  const digits = cleanPlainText(text.slice(0, 100)).replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/**
 * Counts one try against every token that the code might belong to, before comparing it. Locks the owners. `isKnown`: the
 * browser has signed in to the account before, and its tries are counted apart from those of strangers.
 * @returns the token that the code belongs to.
 */
export async function tryCode(
  tx: Tx,
  input: {
    platform: Platform
    email: string
    kinds: readonly TokenKind[]
    digits: string
    now: Date
    isKnown: boolean
  },
): Promise<{ id: string; userId: string } | undefined> {
  const { platform, digits, email, kinds, now, isKnown } = input
  await lockOwnersOfTokens(tx, { email, kinds, now })
  const counted = await countTypedCode(tx, { email, kinds, now, maxTries, newest: newestThatCount, isKnown })
  const match = counted.find(({ kind, codeHash }) => codeHash === hashCode({ platform, kind, email, digits }))
  return match && { id: match.id, userId: match.userId }
}
