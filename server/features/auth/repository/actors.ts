import type pg from 'pg'

import type { Role } from '#contract/roles.ts'
import type { AccountStatus } from '../auth.types.ts'

const findActorText = `
  select users.email, users.registration_pending, sessions.aal, sessions.not_after, sessions.last_used_at,
    profiles.user_type, profiles.status, profiles.suspended_until, profiles.suspension_reason,
    array(select role from user_roles where user_roles.user_id = sessions.user_id) as roles,
    exists (select from mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')
      as has_second_factor
  from sessions join users on users.id = sessions.user_id join profiles on profiles.id = sessions.user_id
  where sessions.id = $1 and sessions.user_id = $2`

type FoundActor = AccountStatus & {
  email: string
  registration_pending: boolean
  aal: string
  not_after: Date | null
  last_used_at: Date
  user_type: string
  roles: Role[]
  has_second_factor: boolean
}

/** The account of a session, in one query, because it runs with every private request. */
export async function findActor(
  pool: pg.Pool,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<FoundActor | undefined> {
  const { rows } = await pool.query<FoundActor>(findActorText, [sessionId, userId])
  return rows[0]
}

const listSessionStatesText = `
  select sessions.id, sessions.aal, sessions.not_after, profiles.status, profiles.suspended_until,
    profiles.suspension_reason,
    exists (select from mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')
      as has_second_factor
  from sessions join profiles on profiles.id = sessions.user_id
  where sessions.id = any($1::uuid[])`

type SessionState = AccountStatus & Pick<FoundActor, 'aal' | 'not_after' | 'has_second_factor'> & { id: string }

/** What decides whether these sessions may still be used. */
export async function listSessionStates(
  pool: pg.Pool,
  { sessionIds }: { sessionIds: readonly string[] },
): Promise<SessionState[]> {
  const { rows } = await pool.query<SessionState>(listSessionStatesText, [sessionIds])
  return rows
}
