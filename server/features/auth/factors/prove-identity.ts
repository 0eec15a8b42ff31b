import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { readCode, tryCode } from '../links/typed-codes.ts'
import { countTries, resetTries } from '../links/verify-code.ts'
import { isPasswordRight } from '../passwords/passwords.ts'
import { type AuthError, failAuth } from '../protocol/errors.ts'
import { consumeToken } from '../repository/one-time-tokens.ts'
import type { User } from '../repository/users.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/** The mailed code, which remains to be checked once the account is locked. Undefined: nothing remains. */
export type OpenProof = { digits: string } | undefined

/**
 * Guards changes to the sign-in methods: an open session alone may be on an unattended computer. The proof is a recent
 * sign-in, the current password, or a mailed code (GET /reauthenticate). An account with a second factor must have used it
 * in this session. @throws insufficient_aal, invalid_credentials, reauthentication_needed, reauthentication_not_valid
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
    const isRight = await isPasswordRight({ password: current_password, passwordHash: user.encrypted_password })
    if (!isRight) throw failAuth('invalid_credentials')
    return undefined
  }
  if (isRecentSignIn({ session, now: platform.clock.now() })) return undefined
  if (nonce === '') throw failAuth('reauthentication_needed')
  const digits = readCode(nonce)
  const kindsWithTries =
    digits === undefined
      ? []
      : await countTries({ platform, email: user.email, kinds: ['reauthentication'], knownDevice: undefined })
  if (digits === undefined || kindsWithTries.length === 0) throw failAuth('reauthentication_not_valid')
  return { digits }
}

/**
 * Consumes the mailed code, in the transaction of the change. Returns the error instead of throwing it, so that the
 * try stays counted.
 */
export async function finishProof(
  tx: Tx,
  { platform, user, proof }: { platform: Platform; user: User; proof: OpenProof },
): Promise<AuthError | undefined> {
  if (!proof) return undefined
  const kinds = ['reauthentication'] as const
  const now = platform.clock.now()
  const token = await tryCode(tx, { platform, email: user.email, kinds, digits: proof.digits, now, isKnown: false })
  const used = token?.userId === user.id ? await consumeToken(tx, token) : undefined
  return used ? undefined : failAuth('reauthentication_not_valid')
}

/** Call it once the change is committed. */
export async function resetProofTries({
  proof,
  platform,
  user,
}: {
  platform: Platform
  user: User
  proof: OpenProof
}): Promise<void> {
  if (proof) await resetTries({ platform, email: user.email, kinds: ['reauthentication'], knownDevice: undefined })
}
