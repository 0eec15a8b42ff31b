import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Criteria = { createdBefore: Date; now: Date; userId?: string }

/**
 * Accounts that were never verified or used, and that no link can open any more: those of visitors who mistyped an address or
 * typed a stranger's. An account with appointments, reviews, a team, a staff role or a suspension is not among them.
 */
export async function listAbandoned(
  db: Db | Tx,
  { createdBefore, userId, now, limit }: Criteria & { limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select('users.id')
    .where('users.created_at', '<', createdBefore)
    .where('users.email_verified_at', 'is', null)
    .where('users.last_sign_in_at', 'is', null)
    .where('profiles.status', '=', sql.lit('active'))
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? ''))
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('one_time_tokens')
              .select('one_time_tokens.id')
              .whereRef('one_time_tokens.user_id', '=', 'users.id')
              .where('one_time_tokens.expires_at', '>', now),
          ),
        ),
        not(
          exists(
            selectFrom('user_roles')
              .select('user_roles.role')
              .whereRef('user_roles.user_id', '=', 'users.id')
              .where('user_roles.role', 'not in', ['patient', 'center']),
          ),
        ),
        not(
          exists(
            selectFrom('professionals')
              .select('professionals.id')
              .whereRef('professionals.user_id', '=', 'users.id')
              // The owner of an unused centre may be its professional.
              .whereRef('professionals.center_id', '!=', 'users.id'),
          ),
        ),
        not(
          exists(
            selectFrom('appointments').select('appointments.id').whereRef('appointments.patient_id', '=', 'users.id'),
          ),
        ),
        not(exists(selectFrom('visitors').select('visitors.id').whereRef('visitors.id', '=', 'users.id'))),
        not(exists(selectFrom('reviews').select('reviews.id').whereRef('reviews.patient_id', '=', 'users.id'))),
      ]),
    )
    .orderBy('users.created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Foreign keys delete everything that belongs to the user. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
