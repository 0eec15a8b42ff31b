import { failAuth, failBlocked } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findSession } from '../repository/sessions.ts'
import { findUser, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { readAccessToken } from './access-tokens.ts'
import { levelOf } from './assurance.ts'
import type { Session } from './sessions.ts'

/** The caller. Verifies the token's signature, its user and its session's row every time. */
export async function requireBearer({ platform, c }: AuthRequest): Promise<{ user: User; session: Session }> {
  const token = c.req.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]
  if (token === undefined) throw failAuth('no_authorization')
  const reading = await readAccessToken(platform, token)
  if ('problem' in reading) {
    const status = reading.problem === 'without subject' ? 400 : 403
    throw failAuth('bad_jwt', { status, message: `invalid JWT: ${reading.message}` })
  }
  const user = await findUser(platform.db, { id: reading.userId })
  if (!user) throw failAuth('user_not_found')
  const session = await findSession(platform.db, { id: reading.sessionId, userId: user.id })
  const now = platform.clock.now()
  if (!session || (session.not_after !== null && session.not_after <= now)) throw failAuth('session_not_found')
  if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
  return { user, session: { ...session, aal: levelOf({ session: session.aal, token: reading.aal }) } }
}
