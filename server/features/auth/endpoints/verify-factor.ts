import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { factorLockedMessage } from '#contract/auth-failures.ts'
import { cleanPlainText } from '#contract/pasted-text.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { isUuid, requireFactorId } from '../factors/factor-id.ts'
import { newFactorError } from '../factors/new-factor.ts'
import { acceptedStep, isCode, lockAfter, unsealTotpSecret } from '../factors/totp.ts'
import { secondFactorAddedMail, secondFactorLockedMail } from '../mail/second-factor.ts'
import { optionalText, readBody } from '../protocol/body.ts'
import { AuthError, failAuth } from '../protocol/errors.ts'
import { countRequest, type Request, resetRequests } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import {
  countVerifiedFactors,
  deleteChallenge,
  deleteUnverifiedFactors,
  type Factor,
  findChallenge,
  insertChallenge,
  lockFactor,
  recordFailure,
  recordVerification,
} from '../repository/factors.ts'
import { deleteSessionsWithoutSecondFactor } from '../repository/sessions.ts'
import { findUser, lockUser, type User } from '../repository/users.ts'
import { raiseToSecondFactor } from '../sessions/assurance.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { countSecondFactor, findKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import type { Session } from '../sessions/sessions.ts'

const challengeLifetimeMs = 300_000

const input = z.object({ challenge_id: optionalText, code: optionalText })

/** POST /factors/:id/verify: raises the session to aal2, and activates a new factor. */
export async function verifyFactor(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  await countSecondFactor(request, user)
  const factorId = requireFactorId(request)
  const body = await readBody(c, input)
  // Apps show the six digits in two groups.
  const code = cleanPlainText(body.code.slice(0, 100)).replaceAll(/[\s-]/g, '')
  const device = findKnownDevice(request, user.email)
  const ownTries = device?.hasSecondFactor
    ? ({ limit: 'secondFactorFromKnownDevice', key: `${device.id} ${user.id}` } as const)
    : undefined
  if (ownTries && isCode(code)) await countOwnTry({ platform, ...ownTries })
  const attempt = { platform, user, session, factorId, challengeId: body.challenge_id, code }
  const outcome = await applyCode({ ...attempt, hasOwnTries: ownTries !== undefined })
  if (outcome instanceof AuthError) throw outcome
  if (ownTries) await resetRequests({ platform, ...ownTries })
  rememberDevice(request, outcome)
  return c.json(await sessionResponse({ platform, ...outcome }))
}

/** @throws over_request_rate_limit with the factor's own message, as the browser shows the wait beside the code. */
async function countOwnTry(input: { platform: Platform } & Request): Promise<void> {
  try {
    await countRequest(input)
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    throw failLockedFor((error.data as { retryAfterSeconds: number }).retryAfterSeconds)
  }
}

type Attempt = {
  platform: Platform
  user: User
  session: Session
  factorId: string
  challengeId: string
  code: string
  /** The browser has used the account's second factor before: it has tries of its own while other browsers lock the factor. */
  hasOwnTries: boolean
}

/** Returns the error instead of throwing it, so that the transaction commits the count of wrong codes. */
async function applyCode(input: Attempt): Promise<{ user: User; session: Session } | AuthError> {
  const { platform, challengeId } = input
  const userId = input.user.id
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    // Serialises simultaneous verifications: the second finds the step used.
    const factor = user && (await lockFactor(tx, { id: input.factorId, userId }))
    if (!user || !factor) return failAuth('mfa_factor_not_found')
    if (factor.locked_until !== null && factor.locked_until > now && !input.hasOwnTries) {
      return failLocked({ lockedUntil: factor.locked_until, now })
    }
    const challenge = isUuid(challengeId)
      ? await findChallenge(tx, { id: challengeId, factorId: factor.id })
      : undefined
    if (!challenge) {
      return failAuth('mfa_factor_not_found', { message: 'MFA factor with the provided challenge ID not found' })
    }
    if (challenge.expires_at <= now) return failAuth('mfa_challenge_expired')
    const isNew = factor.status === 'unverified'
    if (isNew) {
      const verified = await countVerifiedFactors(tx, userId)
      const refusal = newFactorError({ session: input.session, verified, now, action: 'verify' })
      if (refusal) return refusal
    }

    const secret = unsealTotpSecret({ key: platform.secret, factorId: factor.id, sealed: factor.sealed_secret })
    const step = secret && acceptedStep({ secret, code: input.code, lastStep: factor.last_step, now })
    // countOwnTry() has counted it.
    if (!step && input.hasOwnTries) return failAuth('mfa_verification_failed')
    if (!step) return countWrongCode(tx, { platform, user, factor, code: input.code, now })

    await recordVerification(tx, { id: factor.id, step, now })
    await deleteChallenge(tx, challengeId)
    if (isNew) {
      await deleteUnverifiedFactors(tx, userId)
      await queueMail(tx, {
        platform,
        to: user.email,
        kind: 'accounts.second_factor_added',
        ...secondFactorAddedMail(platform.settings),
      })
    }
    const session = await raiseToSecondFactor(tx, { sessionId: input.session.id, userId, now })
    await deleteSessionsWithoutSecondFactor(tx, { userId, except: session.id })
    const updated = await findUser(tx, { id: userId })
    return updated ? { user: updated, session } : failAuth('user_not_found')
  })
}

async function countWrongCode(
  tx: Tx,
  { platform, factor, now, code, user }: { platform: Platform; user: User; factor: Factor; code: string; now: Date },
): Promise<AuthError> {
  // A text that can't be a code is a typing error, not a guess.
  if (!isCode(code)) return failAuth('mfa_verification_failed')
  const failedAttempts = factor.failed_attempts + 1
  const lockedUntil = lockAfter({ failedAttempts, now })
  await recordFailure(tx, { id: factor.id, failedAttempts, lockedUntil })
  if (lockedUntil === null) return failAuth('mfa_verification_failed')
  // The caller has passed the first step, so the owner is warned. During enrolment, wrong codes only mean a phone with a wrong
  // clock.
  if (factor.status === 'verified') {
    await queueMail(tx, {
      platform,
      to: user.email,
      kind: 'accounts.second_factor_locked',
      ...secondFactorLockedMail(platform.settings),
    })
  }
  return failLocked({ lockedUntil, now })
}

function failLocked({ lockedUntil, now }: { lockedUntil: Date; now: Date }): AuthError {
  return failLockedFor(Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)))
}

function failLockedFor(seconds: number): AuthError {
  return failAuth('over_request_rate_limit', {
    message: factorLockedMessage(seconds),
    retryAfterSeconds: seconds,
  })
}

/** POST /factors/:id/challenge: a code is only accepted together with the id that this returns. */
export async function challengeFactor(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user } = await requireBearer(request)
  await countSecondFactor(request, user)
  const factorId = requireFactorId(request)
  const now = platform.clock.now()
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs)
  const id = await platform.db.transaction().execute(async (tx) => {
    if (!(await lockFactor(tx, { id: factorId, userId: user.id }))) throw failAuth('mfa_factor_not_found')
    return insertChallenge(tx, { factorId, expiresAt, now })
  })
  return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) })
}
