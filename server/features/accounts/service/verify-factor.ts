import { z } from 'zod'

import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import { secondFactorAddedMail, secondFactorLockedMail } from '../mail/second-factor.ts'
import {
  acceptStep,
  countVerifiedFactors,
  deleteChallenge,
  deleteUnverifiedFactors,
  type Factor,
  findChallenge,
  lockFactor,
  recordFailure,
} from '../repository/factors.ts'
import { findUser, lockUser, type User } from '../repository/users.ts'
import { endSessionsWithoutSecondFactor, raiseToSecondFactor } from './assurance.ts'
import { requireBearer } from './bearer.ts'
import { optionalText, readBody } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { isUuid, requireFactorId } from './factor-id.ts'
import { countRequest } from './limits.ts'
import { refuseNewFactor } from './new-factor.ts'
import { failService, ServiceError } from './service-errors.ts'
import { sessionAnswer } from './session-answer.ts'
import type { Session } from './sessions.ts'
import { acceptedStep, isCode, lockAfter, unsealTotpSecret } from './totp.ts'

const input = z.object({ challenge_id: optionalText, code: optionalText })

/** POST /factors/:id/verify: the session goes on as aal2, and the factor counts from then on. */
export async function verifyFactor(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  await countRequest({ platform, limit: 'secondFactor', key: user.id })
  const factorId = requireFactorId(request)
  const body = await readBody(c, input)
  // Apps show the six digits in two groups.
  const code = body.code.replaceAll(' ', '')
  const outcome = await applyCode({ platform, user, session, factorId, challengeId: body.challenge_id, code })
  if (outcome instanceof ServiceError) throw outcome
  return c.json(await sessionAnswer({ platform, ...outcome }))
}

type Attempt = {
  platform: Platform
  user: User
  session: Session
  factorId: string
  challengeId: string
  code: string
}

/** The refusal is returned, not thrown, so that a wrong code stays counted. */
async function applyCode(o: Attempt): Promise<{ user: User; session: Session } | ServiceError> {
  const { platform, challengeId } = o
  const userId = o.user.id
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    // Of two verifications at once the second waits here, and then finds the step used.
    const factor = user && (await lockFactor(tx, { id: o.factorId, userId }))
    if (!user || !factor) return failService('mfa_factor_not_found')
    if (factor.locked_until !== null && factor.locked_until > now) {
      return failLocked({ lockedUntil: factor.locked_until, now })
    }
    const challenge = isUuid(challengeId)
      ? await findChallenge(tx, { id: challengeId, factorId: factor.id })
      : undefined
    if (!challenge) {
      return failService('mfa_factor_not_found', { message: 'MFA factor with the provided challenge ID not found' })
    }
    if (challenge.expires_at <= now) return failService('mfa_challenge_expired')
    const isNew = factor.status === 'unverified'
    if (isNew) {
      const verified = await countVerifiedFactors(tx, userId)
      const refusal = refuseNewFactor({ session: o.session, verified, now, doing: 'verify' })
      if (refusal) return refusal
    }

    const secret = unsealTotpSecret({ key: platform.secret, factorId: factor.id, sealed: factor.sealed_secret })
    const step = secret && acceptedStep({ secret, code: o.code, lastStep: factor.last_step, now })
    if (!step) return countWrongCode(tx, { platform, user, factor, code: o.code, now })

    await acceptStep(tx, { id: factor.id, step, now })
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
    const session = await raiseToSecondFactor(tx, { sessionId: o.session.id, userId, now })
    await endSessionsWithoutSecondFactor(tx, { userId, except: session.id })
    const updated = await findUser(tx, { id: userId })
    return updated ? { user: updated, session } : failService('user_not_found')
  })
}

async function countWrongCode(
  tx: Tx,
  o: { platform: Platform; user: User; factor: Factor; code: string; now: Date },
): Promise<ServiceError> {
  const { platform, factor, now } = o
  // What can't be a code is a slip of the finger, and no guess.
  if (!isCode(o.code)) return failService('mfa_verification_failed')
  const failedAttempts = factor.failed_attempts + 1
  const lockedUntil = lockAfter({ failedAttempts, now })
  await recordFailure(tx, { id: factor.id, failedAttempts, lockedUntil })
  if (lockedUntil === null) return failService('mfa_verification_failed')
  // Whoever gets as far as this passed the first step, which the owner must know. While enrolling it is just a phone whose clock is wrong.
  if (factor.status === 'verified') {
    await queueMail(tx, {
      platform,
      to: o.user.email,
      kind: 'accounts.second_factor_locked',
      ...secondFactorLockedMail(platform.settings),
    })
  }
  return failLocked({ lockedUntil, now })
}

function failLocked(o: { lockedUntil: Date; now: Date }): ServiceError {
  const seconds = Math.max(1, Math.ceil((o.lockedUntil.getTime() - o.now.getTime()) / 1000))
  return failService('over_request_rate_limit', {
    message: `Too many invalid TOTP codes, try again after ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  })
}
