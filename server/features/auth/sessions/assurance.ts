import { sql } from 'kysely'
import type { AssuranceLevel } from '#server/api/actor.ts'
import { lacksSecondFactor } from '#server/api/actor.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { failAuth } from '../endpoints/errors.ts'
import type { User } from '../repository/users.ts'
import { hasSecondFactor } from '../rules/standing.ts'
import { toleratedSteps } from './refresh-tokens.ts'
import type { Session } from './sessions.ts'

/** Whether the account has a second factor that this session has not used. */
export function needsSecondFactor({ user, session }: { user: User; session: Session }): boolean {
  return lacksSecondFactor({ hasSecondFactor: hasSecondFactor(user), aal: session.aal })
}

/** Before what the password alone must not do to such an account. @throws insufficient_aal */
export function requireSecondFactorUsed(input: { user: User; session: Session; message?: string }): void {
  if (needsSecondFactor(input))
    throw failAuth('insufficient_aal', input.message === undefined ? {} : { message: input.message })
}

/** A token of before the code was typed opens no more than it did: whoever has a copy of it typed none. */
export function levelOf({ session, token }: { session: string; token: AssuranceLevel }): AssuranceLevel {
  return session === 'aal2' ? token : 'aal1'
}

/**
 * The second factor was used in this session, which keeps its id. `aal2_counter` marks the first refresh token of after it:
 * earlier ones never open the session at aal2. The counter moves on by so many that they soon count as copies.
 * @throws session_not_found
 */
export async function raiseToSecondFactor(
  tx: Tx,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: Date },
): Promise<Session> {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!session) throw failAuth('session_not_found')
  const earlier = (session.amr as { method: Method; timestamp: number }[]).filter(({ method }) => method !== 'totp')
  const amr = [{ method: 'totp', timestamp: Math.floor(now.getTime() / 1000) }, ...earlier]
  const counter = session.refresh_counter + toleratedSteps
  return tx
    .updateTable('sessions')
    .set({
      aal: 'aal2',
      amr: JSON.stringify(amr),
      refresh_counter: counter,
      aal2_counter: session.aal2_counter ?? counter,
      refreshed_at: now,
    })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whoever else is signed in with less than this session has shown: it may be the reason for the second factor. */
export async function endSessionsWithoutSecondFactor(
  tx: Tx,
  { userId, except }: { userId: string; except: string },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .where('aal', '=', 'aal1')
    .execute()
}

/** Without a second factor nobody has shown one: else whoever removed it would keep what only it opens. */
export async function lowerSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      aal: 'aal1',
      aal2_counter: null,
      amr: sql`(select coalesce(jsonb_agg(proof), '[]') from jsonb_array_elements(amr) proof where proof->>'method' <> 'totp')`,
    })
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal2')
    .execute()
}
