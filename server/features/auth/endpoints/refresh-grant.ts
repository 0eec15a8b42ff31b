import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import { invalid, optionalText, readBody } from '../protocol/body.ts'
import { type AuthError, failAuth, failBlocked } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { deleteSession, lockSession, setRefreshCounter } from '../repository/sessions.ts'
import { findUser, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { isGenuine, judgeRefresh, parseRefreshToken, type RefreshToken } from '../sessions/refresh-tokens.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import type { Session } from '../sessions/sessions.ts'

const input = z.object({ refresh_token: optionalText })

/** POST /token?grant_type=refresh_token */
export async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { refresh_token: text } = await readBody(c, input)
  if (text === '') throw invalid('Refresh token is not valid')
  const token = parseRefreshToken(text)
  // The client's own tests expect the error of an unknown token for any text.
  if (!token) throw failAuth('refresh_token_not_found')
  const outcome = await rotate({ platform, token })
  if (outcome instanceof Error) throw outcome
  // A browser whose session is older than the cookie, and an account whose address has changed.
  rememberDevice(request, outcome)
  return c.json(await sessionResponse({ platform, ...outcome }))
}

/** Returns the error instead of throwing it, so that the transaction commits the deletion of a stolen session. */
async function rotate({
  platform,
  token,
}: {
  platform: Platform
  token: RefreshToken
}): Promise<{ user: User; session: Session } | AuthError> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    // Serialises tabs that refresh simultaneously.
    const session = await lockSession(tx, { id: token.sessionId })
    if (!session || !isGenuine({ token, sessionKey: session.refresh_key, secret: platform.secret })) {
      return failAuth('refresh_token_not_found')
    }
    if (session.not_after !== null && session.not_after <= now) return failAuth('session_expired')
    const user = await findUser(tx, { id: session.user_id })
    if (!user) return failAuth('refresh_token_not_found')
    if (isBlocked({ account: user, now })) {
      return failBlocked({ account: user, status: 400 })
    }

    const { id } = session
    const active = session.refresh_counter
    const { refreshed_at: refreshedAt, aal2_counter: aal2From } = session
    switch (judgeRefresh({ presented: token.counter, active, aal2From, refreshedAt, now })) {
      case 'advance':
        await setRefreshCounter(tx, { id, counter: active + 1, now })
        return { user, session: { ...session, refresh_counter: active + 1, refreshed_at: now } }
      case 'repeat':
        return { user, session }
      case 'outdated':
        return failAuth('refresh_token_already_used')
      case 'stolen':
        await deleteSession(tx, { sessionId: id, userId: user.id })
        return failAuth('refresh_token_already_used')
      case 'unknown':
        return failAuth('refresh_token_not_found')
    }
  })
}
