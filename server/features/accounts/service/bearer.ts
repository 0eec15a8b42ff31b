import { findUser, type User } from '../repository/users.ts'
import { isShutOut } from '../rules/standing.ts'
import { readAccessToken } from './access-tokens.ts'
import { levelOf } from './assurance.ts'
import type { ServiceRequest } from './endpoint.ts'
import { failShutOut } from './fail-shut-out.ts'
import { failService } from './service-errors.ts'
import { findSession, type Session } from './sessions.ts'

/** Who calls: the token's signature, its user and its session's row are checked every time. */
export async function requireBearer({ platform, c }: ServiceRequest): Promise<{ user: User; session: Session }> {
  const token = c.req.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]
  if (token === undefined) throw failService('no_authorization')
  const reading = await readAccessToken(platform, token)
  if ('problem' in reading) {
    const status = reading.problem === 'without subject' ? 400 : 403
    throw failService('bad_jwt', { status, message: `invalid JWT: ${reading.message}` })
  }
  const user = await findUser(platform.db, { id: reading.userId })
  if (!user) throw failService('user_not_found')
  const session = await findSession(platform.db, { id: reading.sessionId, userId: user.id })
  const now = platform.clock.now()
  if (!session || (session.not_after !== null && session.not_after <= now)) throw failService('session_not_found')
  if (isShutOut({ standing: user, now })) throw failShutOut({ standing: user })
  return { user, session: { ...session, aal: levelOf({ session: session.aal, token: reading.aal }) } }
}
