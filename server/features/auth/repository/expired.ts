import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/**
 * Runs without a transaction: the statements are independent, and no statement should wait for the locks of another.
 */
export async function deleteExpired(
  db: Db,
  {
    now,
    tokensExpiredBefore,
    challengesExpiredBefore,
    enrolledBefore,
    lastUsedBefore,
  }: {
    now: Date
    tokensExpiredBefore: Date
    challengesExpiredBefore: Date
    enrolledBefore: Date
    lastUsedBefore: Date
  },
): Promise<void> {
  await deleteExpiredTokens(db, tokensExpiredBefore)
  await db.deleteFrom('link_redemptions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('auth_codes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('oauth_states').where('expires_at', '<=', now).execute()
  await db.deleteFrom('mfa_challenges').where('expires_at', '<', challengesExpiredBefore).execute()
  await db
    .deleteFrom('mfa_factors')
    .where('status', '=', sql.lit('unverified'))
    .where('created_at', '<', enrolledBefore)
    .execute()
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('not_after', '<=', now),
        eb.and([eb('last_used_at', '<', lastUsedBefore), eb('refreshed_at', '<', lastUsedBefore)]),
      ]),
    )
    .execute()
}

/**
 * Deletes tokens some time after their expiry: a change of address counts a deleted token as confirmed, so neither may be
 * deleted while the other is valid. An unverified account keeps its newest two sign-ups, each with its newest mail: a mail that is
 * sent again continues the newest, and the second shows that there were several, so that the password may be a stranger's.
 */
async function deleteExpiredTokens(db: Db, expiredBefore: Date): Promise<void> {
  await db
    .deleteFrom('one_time_tokens as token')
    .where('expires_at', '<=', expiredBefore)
    .where((eb) =>
      eb.or([
        eb('kind', '!=', 'signup'),
        eb(
          eb
            .selectFrom('one_time_tokens as newer')
            .select((inner) => inner.fn.count('newer.sign_up_id').distinct().as('count'))
            .whereRef('newer.user_id', '=', 'token.user_id')
            .where('newer.kind', '=', 'signup')
            .where((inner) =>
              inner.or([
                inner('newer.created_at', '>', inner.ref('token.created_at')),
                inner.and([
                  inner('newer.created_at', '=', inner.ref('token.created_at')),
                  inner('newer.id', '>', inner.ref('token.id')),
                ]),
              ]),
            ),
          '>=',
          2,
        ),
        eb.exists(
          eb
            .selectFrom('one_time_tokens as newer')
            .select('newer.id')
            .whereRef('newer.sign_up_id', '=', 'token.sign_up_id')
            .whereRef('newer.id', '>', 'token.id'),
        ),
      ]),
    )
    .execute()
}
