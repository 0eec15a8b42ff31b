import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import type { User } from '../repository/users.ts'
import { requireSecondFactorUsed } from './assurance.ts'
import { countTries, forgetTries } from './enter-code.ts'
import { consumeToken } from './one-time-tokens.ts'
import { isPasswordRight } from './passwords.ts'
import { failService, type ServiceError } from './service-errors.ts'
import { isRecentSignIn, type Session } from './sessions.ts'
import { readCode, tryCode } from './typed-codes.ts'

/** What is left to check once the account is locked: the mailed code. Undefined: nothing. */
export type OpenProof = { digits: string } | undefined

/**
 * Before anything changes how somebody gets in: an open session alone may be a computer that was left alone. Enough are a
 * sign-in of just now, the current password, or a code that was mailed (GET /reauthenticate). With a second factor, only
 * after using it. @throws insufficient_aal, invalid_credentials, reauthentication_needed, reauthentication_not_valid
 */
export async function requireProof(o: {
  platform: Platform
  user: User
  session: Session
  current_password: string
  nonce: string
}): Promise<OpenProof> {
  const { platform, user, session, nonce } = o
  requireSecondFactorUsed({ user, session })
  if (o.current_password !== '') {
    const right = await isPasswordRight({ password: o.current_password, passwordHash: user.encrypted_password })
    if (!right) throw failService('invalid_credentials')
    return undefined
  }
  if (isRecentSignIn({ session, now: platform.clock.now() })) return undefined
  if (nonce === '') throw failService('reauthentication_needed')
  const digits = readCode(nonce)
  const left =
    digits === undefined ? [] : await countTries({ platform, email: user.email, kinds: ['reauthentication'] })
  if (digits === undefined || left.length === 0) throw failService('reauthentication_not_valid')
  return { digits }
}

/**
 * Uses the mailed code, in the transaction that makes the change. The refusal is returned, not thrown, so that the try
 * stays counted.
 */
export async function finishProof(
  tx: Tx,
  o: { platform: Platform; user: User; proof: OpenProof },
): Promise<ServiceError | undefined> {
  const { platform, user, proof } = o
  if (!proof) return undefined
  const kinds = ['reauthentication'] as const
  const now = platform.clock.now()
  const token = await tryCode(tx, { platform, email: user.email, kinds, digits: proof.digits, now })
  const used = token?.userId === user.id ? await consumeToken(tx, token) : undefined
  return used ? undefined : failService('reauthentication_not_valid')
}

/** Once the change is made. */
export async function forgetProofTries(o: { platform: Platform; user: User; proof: OpenProof }): Promise<void> {
  if (o.proof) await forgetTries({ platform: o.platform, email: o.user.email, kinds: ['reauthentication'] })
}
