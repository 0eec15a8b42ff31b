import type pg from 'pg'

import type { Role } from '#contract/roles.ts'
import type { AccountStatus } from '../auth.types.ts'

const findActorText = `
  select u.email, u.registration_pending, s.aal, s.not_after, s.last_used_at,
    p.user_type, p.status, p.suspended_until, p.suspension_reason,
    array(select r.role from user_roles r where r.user_id = s.user_id) as roles,
    exists (select from mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as has_second_factor
  from sessions s join users u on u.id = s.user_id join profiles p on p.id = s.user_id
  where s.id = $1 and s.user_id = $2`

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

/** The account behind a session, in one query: it runs with every private request. */
export async function findActor(
  pool: pg.Pool,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<FoundActor | undefined> {
  const { rows } = await pool.query<FoundActor>(findActorText, [sessionId, userId])
  return rows[0]
}
