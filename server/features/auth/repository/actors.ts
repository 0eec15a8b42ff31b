import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import type { AccountStatus } from '../auth.types.ts'

type SessionOfUser = { sessionId: string; userId: string }

const actorOfSession = builtOnce(
  (_, { sessionId, userId }: SessionOfUser) => sql<FoundActor>`
  select users.email, users.registration_pending, sessions.aal, sessions.not_after, sessions.last_used_at,
    profiles.user_type, profiles.status, profiles.suspended_until, profiles.suspension_reason,
    array(select role from user_roles where user_roles.user_id = sessions.user_id) as roles,
    exists (select from mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')
      as has_second_factor,
    (users.email_verified_at is not null or exists (select from appointments
      where appointments.patient_id = users.id and appointments.status = 'completed')) as is_proven
  from sessions join users on users.id = sessions.user_id join profiles on profiles.id = sessions.user_id
  where sessions.id = ${sessionId} and sessions.user_id = ${userId}`,
)

type FoundActor = AccountStatus & {
  email: string
  registration_pending: boolean
  aal: string
  not_after: Date | null
  last_used_at: Date
  user_type: string
  roles: Role[]
  has_second_factor: boolean
  is_proven: boolean
}

/** The account of a session, in one query, because it runs with every private request. */
export async function findActor(db: Db, session: SessionOfUser): Promise<FoundActor | undefined> {
  const [actor] = await actorOfSession(db, session)
  return actor
}

const sessionStates = builtOnce(
  (_, { sessionIds }: { sessionIds: readonly string[] }) => sql<SessionState>`
  select sessions.id, sessions.aal, sessions.not_after, profiles.status, profiles.suspended_until,
    profiles.suspension_reason,
    exists (select from mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')
      as has_second_factor
  from sessions join profiles on profiles.id = sessions.user_id
  where sessions.id = any(${sessionIds}::uuid[])`,
)

type SessionState = AccountStatus & Pick<FoundActor, 'aal' | 'not_after' | 'has_second_factor'> & { id: string }

export function listSessionStates(db: Db, input: { sessionIds: readonly string[] }): Promise<SessionState[]> {
  return sessionStates(db, input)
}
