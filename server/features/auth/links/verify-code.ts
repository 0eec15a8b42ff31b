import { ORPCError } from '@orpc/server'
import type { Platform } from '#server/platform/platform.ts'
import type { KnownDevice } from '../auth.types.ts'
import { type AuthError, failAuth } from '../protocol/errors.ts'
import { countRequest, resetRequests } from '../protocol/limits.ts'
import type { User } from '../repository/users.ts'
import { kindsOf, type TokenKind } from '../rules/token-kinds.ts'
import type { Device, Session } from '../sessions/sessions.ts'
import type { AccountResets } from './account-resets.ts'
import type { Redeemer } from './email-change.ts'
import { openSession, redeemToken } from './follow-link.ts'
import { readCode, tryCode } from './typed-codes.ts'

export function failCode(): AuthError {
  return failAuth('otp_expired', { message: 'Token has expired or is invalid' })
}

/**
 * Does what the mail's link does, for a typed code. Undefined: the other address must confirm the change, too.
 * `sessionKept`: the session that redeems it goes on, and no other is opened. @throws otp_expired, user_banned, email_exists
 */
export async function verifyCode({
  platform,
  resets,
  email,
  code,
  type,
  device,
  redeemer,
  knownDevice,
}: {
  platform: Platform
  resets: AccountResets
  email: string
  code: string
  type: string
  device: Device
  redeemer: Redeemer
  /** The browser has signed in to the account before: it has tries of its own, as strangers may use up the others. */
  knownDevice: KnownDevice | undefined
}): Promise<{ user: User; session: Session } | 'sessionKept' | undefined> {
  const digits = readCode(code)
  if (digits === undefined) throw failCode()
  const kinds = await countTries({ platform, email, kinds: kindsOf(type), knownDevice })
  if (kinds.length === 0) throw failCode()

  const now = platform.clock.now()
  const outcome = await platform.db.transaction().execute(async (tx) => {
    const token = await tryCode(tx, { platform, email, kinds, digits, now, isKnown: knownDevice !== undefined })
    // Returned instead of thrown, so that the try stays counted.
    if (!token) return failCode()
    const proof = await redeemToken(tx, { ...token, platform, resets, answer: 'unasked', redeemer, now })
    if (!proof) return undefined
    if (type === 'email_change' && redeemer.userId === proof.userId) return 'sessionKept'
    // The session's method tells that a password must be chosen, as this response can't redirect.
    const isSignIn = !proof.choosesPassword && (type === 'email' || type === 'magiclink')
    return openSession(tx, { ...proof, ...(isSignIn && { method: 'otp' as const }), device })
  })
  if (outcome instanceof Error) throw outcome
  await resetTries({ platform, email, kinds, knownDevice })
  return outcome
}

type Tries = {
  platform: Platform
  email: string
  kinds: readonly TokenKind[]
  knownDevice: KnownDevice | undefined
}

const triesKey = ({ kind, email, knownDevice }: Omit<Tries, 'kinds' | 'platform'> & { kind: TokenKind }) =>
  [kind, email, ...(knownDevice ? [knownDevice.id] : [])].join(' ')

/**
 * Counts one try for this address, whether it has an account or not, across all its tokens of a kind: a new mail brings a new
 * code, but no new tries. @returns the kinds that had tries left.
 */
export async function countTries({ kinds, platform, ...tries }: Tries): Promise<TokenKind[]> {
  const withTriesLeft: TokenKind[] = []
  for (const kind of kinds) {
    try {
      await countRequest({ platform, limit: 'typedCode', key: triesKey({ ...tries, kind }) })
      withTriesLeft.push(kind)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
    }
  }
  return withTriesLeft
}

export async function resetTries({ kinds, platform, ...tries }: Tries): Promise<void> {
  for (const kind of kinds) {
    await resetRequests({ platform, limit: 'typedCode', key: triesKey({ ...tries, kind }) })
  }
}
