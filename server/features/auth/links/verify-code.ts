import { ORPCError } from '@orpc/server'

import type { Platform } from '#server/platform/platform.ts'
import { type AuthError, failAuth } from '../protocol/errors.ts'
import { countRequest, forgetRequests } from '../protocol/limits.ts'
import type { User } from '../repository/users.ts'
import { kindsOf, type TokenKind } from '../rules/token-kinds.ts'
import type { Device, Session } from '../sessions/sessions.ts'
import { openSession, redeemToken } from './follow-link.ts'
import { readCode, tryCode } from './typed-codes.ts'

export function failCode(): AuthError {
  return failAuth('otp_expired', { message: 'Token has expired or is invalid' })
}

/**
 * Does what the mail's link does, for whoever types its code. Undefined: the other address has to confirm the change, too.
 * @throws otp_expired, user_banned, email_exists
 */
export async function verifyCode({
  platform,
  email,
  code,
  type,
  device,
}: {
  platform: Platform
  email: string
  code: string
  type: string
  device: Device
}): Promise<{ user: User; session: Session } | undefined> {
  const digits = readCode(code)
  if (digits === undefined) throw failCode()
  const kinds = await countTries({ platform, email, kinds: kindsOf(type) })
  if (kinds.length === 0) throw failCode()

  const now = platform.clock.now()
  const outcome = await platform.db.transaction().execute(async (tx) => {
    const token = await tryCode(tx, { platform, email, kinds, digits, now })
    // Returned, not thrown, so that the try stays counted.
    if (!token) return failCode()
    const proof = await redeemToken(tx, { ...token, now })
    if (!proof) return undefined
    // Where there is a password to choose the session says so: the answer can lead to no page.
    const isSignIn = !proof.choosesPassword && (type === 'email' || type === 'magiclink')
    return openSession(tx, { ...proof, ...(isSignIn && { method: 'otp' as const }), device })
  })
  if (outcome instanceof Error) throw outcome
  await forgetTries({ platform, email, kinds })
  return outcome
}

type Tries = { platform: Platform; email: string; kinds: readonly TokenKind[] }

/**
 * One try more for this address, known or not, over all tokens of a kind that it gets: a new mail brings a new code, and no
 * new tries. @returns the kinds of which there were tries left.
 */
export async function countTries({ kinds, platform, email }: Tries): Promise<TokenKind[]> {
  const left: TokenKind[] = []
  for (const kind of kinds) {
    try {
      await countRequest({ platform, limit: 'typedCode', key: `${kind} ${email}` })
      left.push(kind)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
    }
  }
  return left
}

export async function forgetTries({ kinds, platform, email }: Tries): Promise<void> {
  for (const kind of kinds) {
    await forgetRequests({ platform, limit: 'typedCode', key: `${kind} ${email}` })
  }
}
