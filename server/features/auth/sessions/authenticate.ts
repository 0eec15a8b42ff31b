import { type Actor, lacksSecondFactor } from '#server/api/actor.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findActor, listSessionStates } from '../repository/actors.ts'
import { touchSession } from '../repository/sessions.ts'
import { isBlocked } from '../rules/account-status.ts'
import { readAccessToken } from './access-tokens.ts'
import { levelOf } from './assurance.ts'

/** The delay of the times in the owner's list of sessions. Without it every request would write. */
const recordUseEveryMs = 5 * minuteMs

/**
 * The user of an access token; undefined for a token that is forged or expired, or whose session has ended, or whose account
 * is blocked. Queries the database every time, so that each of these takes effect immediately.
 */
export async function authenticate(platform: Platform, bearer: string): Promise<Actor | undefined> {
  const reading = await readAccessToken(platform, bearer)
  if ('problem' in reading) return undefined
  return await findCaller(platform, reading)
}

export type CallerOfToken = Pick<Actor, 'userId' | 'sessionId' | 'aal'>

/** The caller as the database has them now; undefined once the session has ended or the account is blocked. */
export async function findCaller(
  platform: Platform,
  { sessionId, userId, aal }: CallerOfToken,
): Promise<Actor | undefined> {
  const actor = await findActor(platform.db, { sessionId, userId })
  const now = platform.clock.now()
  if (!actor || isBlocked({ account: actor, now }) || (actor.not_after !== null && actor.not_after <= now)) {
    return undefined
  }
  const before = new Date(now.getTime() - recordUseEveryMs)
  if (actor.last_used_at <= before) await touchSession(platform.db, { sessionId, now, before })
  return {
    userId,
    sessionId,
    email: actor.email,
    roles: actor.roles,
    userType: actor.user_type === 'center' ? 'center' : 'patient',
    aal: levelOf({ session: actor.aal, token: aal }),
    hasSecondFactor: actor.has_second_factor,
    isProven: actor.is_proven,
    registrationPending: actor.registration_pending,
  }
}

/** The sessions among these that may still be used, for streams that outlive their first check. */
export async function listOpenSessions(
  platform: Platform,
  input: { sessionIds: readonly string[] },
): Promise<Set<string>> {
  const now = platform.clock.now()
  const states = await listSessionStates(platform.db, input)
  const open = states.filter(
    (session) =>
      !isBlocked({ account: session, now }) &&
      (session.not_after === null || session.not_after > now) &&
      !lacksSecondFactor({ hasSecondFactor: session.has_second_factor, aal: session.aal }),
  )
  return new Set(open.map(({ id }) => id))
}
