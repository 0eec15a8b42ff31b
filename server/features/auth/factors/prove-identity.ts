import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { readCode, tryCode } from '../links/typed-codes.ts'
import { countTries, forgetTries } from '../links/verify-code.ts'
import { isPasswordRight } from '../passwords/passwords.ts'
import { type AuthError, failAuth } from '../protocol/errors.ts'
import { consumeToken } from '../repository/one-time-tokens.ts'
import type { User } from '../repository/users.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/** What is left to check once the account is locked: the mailed code. Undefined: nothing. */
export type OpenProof = { digits: string } | undefined

/**
 * Before anything changes how somebody gets in: an open session alone may be a computer that was left alone. Enough are a
 * sign-in of just now, the current password, or a code that was mailed (GET /reauthenticate). With a second factor, only
 * after using it. @throws insufficient_aal, invalid_credentials, reauthentication_needed, reauthentication_not_valid
 */
export async function requireProof({
  platform,
  user,
  session,
  nonce,
  current_password,
}: {
  platform: Platform
  user: User
  session: Session
  current_password: string
  nonce: string
}): Promise<OpenProof> {
  requireSecondFactorUsed({ user, session })
  if (current_password !== '') {
    const right = await isPasswordRight({ password: current_password, passwordHash: user.encrypted_password })
    if (!right) throw failAuth('invalid_credentials')
    return undefined
  }
  if (isRecentSignIn({ session, now: platform.clock.now() })) return undefined
  if (nonce === '') throw failAuth('reauthentication_needed')
  const digits = readCode(nonce)
  const left =
    digits === undefined ? [] : await countTries({ platform, email: user.email, kinds: ['reauthentication'] })
  if (digits === undefined || left.length === 0) throw failAuth('reauthentication_not_valid')
  return { digits }
}

/**
 * Uses the mailed code, in the transaction that makes the change. The refusal is returned, not thrown, so that the try
 * stays counted.
 */
export async function finishProof(
  tx: Tx,
  { platform, user, proof }: { platform: Platform; user: User; proof: OpenProof },
): Promise<AuthError | undefined> {
  if (!proof) return undefined
  const kinds = ['reauthentication'] as const
  const now = platform.clock.now()
  const token = await tryCode(tx, { platform, email: user.email, kinds, digits: proof.digits, now })
  const used = token?.userId === user.id ? await consumeToken(tx, token) : undefined
  return used ? undefined : failAuth('reauthentication_not_valid')
}

/** Once the change is made. */
export async function forgetProofTries({
  proof,
  platform,
  user,
}: {
  platform: Platform
  user: User
  proof: OpenProof
}): Promise<void> {
  if (proof) await forgetTries({ platform, email: user.email, kinds: ['reauthentication'] })
}
