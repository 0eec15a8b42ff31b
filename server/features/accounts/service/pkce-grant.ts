import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import { lockUser, type User } from '../repository/users.ts'
import { isShutOut } from '../rules/standing.ts'
import { consumeAuthCode, findAuthCodeOwner, isVerifierRight } from './auth-codes.ts'
import { invalid, optionalText, readBody } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { failShutOut } from './fail-shut-out.ts'
import { openSession } from './follow-link.ts'
import { countRequest } from './limits.ts'
import { failService, ServiceError } from './service-errors.ts'
import { sessionAnswer } from './session-answer.ts'
import { type Device, deviceOf, type Session } from './sessions.ts'

const input = z.object({ auth_code: optionalText, code_verifier: optionalText })

/** POST /token?grant_type=pkce: the code that a link or another provider led back with, for a session. */
export async function grantByPkce(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'verifyFromAddress', key: c.var.address })
  const { auth_code: code, code_verifier: verifier } = await readBody(c, input)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const outcome = await exchange({ platform, code, verifier, device: deviceOf(request) })
  if (outcome instanceof ServiceError) throw outcome
  return c.json(await sessionAnswer({ platform, ...outcome }))
}

/** The refusal is returned, not thrown, so that a code that was shown is gone. */
async function exchange(o: {
  platform: Platform
  code: string
  verifier: string
  device: Device
}): Promise<{ user: User; session: Session } | ServiceError> {
  const { platform, code } = o
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const ownerId = await findAuthCodeOwner(tx, code)
    const user = ownerId === undefined ? undefined : await lockUser(tx, ownerId)
    const found = user && (await consumeAuthCode(tx, { code, userId: user.id }))
    if (!user || !found) return failService('flow_state_not_found')
    if (found.expiresAt <= now) return failService('flow_state_expired')
    if (!isVerifierRight({ challenge: found.challenge, verifier: o.verifier })) {
      return failService('bad_code_verifier')
    }
    if (isShutOut({ standing: user, now })) {
      return failShutOut({ standing: user, status: 400 })
    }
    return openSession(tx, { userId: user.id, method: found.method, device: o.device, now })
  })
}
