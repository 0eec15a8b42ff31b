import { type AssuranceLevel, lacksSecondFactor } from '#server/api/actor.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { failAuth } from '../protocol/errors.ts'
import { lockSession, raiseSession, type Session } from '../repository/sessions.ts'
import type { User } from '../repository/users.ts'
import { toleratedSteps } from './refresh-tokens.ts'

export function hasSecondFactor(user: Pick<User, 'factors'>): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

export function needsSecondFactor({ user, session }: { user: User; session: Session }): boolean {
  return lacksSecondFactor({ hasSecondFactor: hasSecondFactor(user), aal: session.aal })
}

/** Guards what the password alone must not do to an account with a second factor. @throws insufficient_aal */
export function requireSecondFactorUsed(input: { user: User; session: Session; message?: string }): void {
  if (needsSecondFactor(input))
    throw failAuth('insufficient_aal', input.message === undefined ? {} : { message: input.message })
}

/** A token from before the second factor keeps its level: a thief who copied it has typed no code. */
export function levelOf({ session, token }: { session: string; token: AssuranceLevel }): AssuranceLevel {
  return session === 'aal2' ? token : 'aal1'
}

/**
 * Raises the session, which keeps its id, after its user typed the second factor's code. `aal2_counter` marks the first
 * refresh token after it: earlier tokens never open the session at aal2. The counter advances by `toleratedSteps`, so that
 * earlier tokens soon count as stolen. @throws session_not_found
 */
export async function raiseToSecondFactor(
  tx: Tx,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: Date },
): Promise<Session> {
  const session = await lockSession(tx, { id: sessionId })
  if (session?.user_id !== userId) throw failAuth('session_not_found')
  const earlier = (session.amr as { method: Method; timestamp: number }[]).filter(({ method }) => method !== 'totp')
  const amr = JSON.stringify([{ method: 'totp', timestamp: Math.floor(now.getTime() / 1000) }, ...earlier])
  const counter = session.refresh_counter + toleratedSteps
  return raiseSession(tx, { id: session.id, amr, counter, aal2From: session.aal2_counter ?? counter, now })
}
