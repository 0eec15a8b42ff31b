import type { Platform } from '#server/platform/platform.ts'

import { findActor } from '../accounts.repository.ts'
import { isShutOut } from '../accounts.rules.ts'
import type { Actor } from '../accounts.types.ts'
import { readAccessToken } from './access-tokens.ts'

/**
 * The person behind an access token; undefined for a token that does not count: forged, expired, of a session that
 * ended, of an account that is shut out. Asks the database every time, so that all of these take effect at once.
 */
export async function authenticate(platform: Platform, bearer: string): Promise<Actor | undefined> {
  const reading = await readAccessToken(platform, bearer)
  if ('problem' in reading) return undefined
  const { sessionId, userId } = reading
  const found = await findActor(platform.db, { sessionId, userId })
  const now = platform.clock.now()
  if (!found || isShutOut({ standing: found, now }) || (found.not_after !== null && found.not_after <= now)) {
    return undefined
  }
  return {
    userId,
    sessionId,
    email: found.email,
    roles: found.roles ?? [],
    userType: found.user_type === 'center' ? 'center' : 'patient',
    aal: found.aal === 'aal2' ? 'aal2' : 'aal1',
  }
}
