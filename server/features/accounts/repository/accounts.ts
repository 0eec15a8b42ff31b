import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

const profileColumns = [
  'profiles.id',
  'profiles.user_type',
  'profiles.full_name',
  'profiles.email',
  'profiles.phone',
  'profiles.address',
  'profiles.emergency_contact',
  'profiles.avatar_url',
  'profiles.status',
  'profiles.suspended_until',
  'profiles.suspension_reason',
  'profiles.created_at',
  'profiles.updated_at',
  'profiles.deleted_at',
] as const

export async function findAccount(db: Db | Tx, userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(profileColumns)
    .select(['users.email as userEmail', 'users.email_verified_at', 'users.registration_pending'])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .select((inner) => inner.fn.agg<Role[]>('array_agg', ['role']).as('roles'))
        .whereRef('user_roles.user_id', '=', 'users.id')
        .as('roles'),
    )
    .where('users.id', '=', userId)
    .where('profiles.status', '!=', sql.lit('deleted'))
    .executeTakeFirst()
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The new address of a pending change, while a link of one of its two mails works. */
export async function findEmailChange(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('new_email')
    .where('id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('one_time_tokens')
          .select('one_time_tokens.id')
          .whereRef('one_time_tokens.user_id', '=', 'users.id')
          .where('kind', 'in', ['email_change_current', 'email_change_new'])
          .where('expires_at', '>', now),
      ),
    )
    .executeTakeFirst()
  return row?.new_email ?? undefined
}

export async function filterAvatarUrls(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db.selectFrom('profiles').select('avatar_url').where('avatar_url', '=', anyOf(addresses)).execute()
  return new Set(rows.map((row) => row.avatar_url))
}
