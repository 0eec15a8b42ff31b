import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import { openSession } from '../links/follow-link.ts'
import { invalid, optionalText, readBody } from '../protocol/body.ts'
import { AuthError, failAuth, failBlocked } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { consumeAuthCode, findAuthCodeOwner } from '../repository/auth-codes.ts'
import { lockUser, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { isVerifierRight } from '../rules/code-challenge.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { type Device, deviceOf, type Session } from '../sessions/sessions.ts'

const input = z.object({ auth_code: optionalText, code_verifier: optionalText })

/** POST /token?grant_type=pkce: exchanges the code of a link's or provider's redirect for a session. */
export async function grantByPkce(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'verifyFromAddress', address: c.var.address })
  const { auth_code: code, code_verifier: verifier } = await readBody(c, input)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const outcome = await exchange({ platform, code, verifier, device: deviceOf(request) })
  if (outcome instanceof AuthError) throw outcome
  rememberDevice(request, outcome)
  return c.json(await sessionResponse({ platform, ...outcome }))
}

/** Returns the error instead of throwing it, so that the transaction commits the deletion of the code. */
async function exchange({
  platform,
  code,
  verifier,
  device,
}: {
  platform: Platform
  code: string
  verifier: string
  device: Device
}): Promise<{ user: User; session: Session } | AuthError> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const ownerId = await findAuthCodeOwner(tx, { code })
    const user = ownerId === undefined ? undefined : await lockUser(tx, ownerId)
    const authCode = user && (await consumeAuthCode(tx, { code, userId: user.id }))
    if (!user || !authCode) return failAuth('flow_state_not_found')
    if (authCode.expiresAt <= now) return failAuth('flow_state_expired')
    if (!isVerifierRight({ challenge: authCode.challenge, verifier })) {
      return failAuth('bad_code_verifier')
    }
    if (isBlocked({ account: user, now })) {
      return failBlocked({ account: user, status: 400 })
    }
    return openSession(tx, { userId: user.id, method: authCode.method, device, now })
  })
}
