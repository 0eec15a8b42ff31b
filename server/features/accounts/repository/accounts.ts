import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

import type { NewAccount } from './users.ts'

export async function findAccount(db: Db | Tx, userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .selectAll('profiles')
    .select(['users.email as userEmail', 'users.email_verified_at', 'users.registration_pending'])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .select((inner) => inner.fn.agg<Role[]>('array_agg', ['role']).as('roles'))
        .whereRef('user_roles.user_id', '=', 'users.id')
        .as('roles'),
    )
    .where('users.id', '=', userId)
    .where('profiles.status', '!=', 'deleted')
    .executeTakeFirst()
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** @returns false when there is no such account, or it was deleted. */
export async function setProfile(
  db: Db | Tx,
  o: { userId: string; profile: NewAccount['profile']; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ ...o.profile, updated_at: o.now })
    .where('id', '=', o.userId)
    // Deleted since the request began: the person must not come back.
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns the address that the profile had before. The caller holds the lock on the account. */
export async function setAvatarUrl(
  tx: Tx,
  o: { userId: string; avatarUrl: string | null; now: Date },
): Promise<string | null> {
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', o.userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({ avatar_url: o.avatarUrl, updated_at: o.now })
    .where('id', '=', o.userId)
    .execute()
  return before?.avatar_url ?? null
}

/** The address that the account is to have, while a link of one of the two mails still works. */
export async function findEmailChange(db: Db, o: { userId: string; now: Date }): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('new_email')
    .where('id', '=', o.userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('one_time_tokens')
          .select('one_time_tokens.id')
          .whereRef('one_time_tokens.user_id', '=', 'users.id')
          .where('kind', 'in', ['email_change_current', 'email_change_new'])
          .where('expires_at', '>', o.now),
      ),
    )
    .executeTakeFirst()
  return row?.new_email ?? undefined
}

/** Those of the addresses that profiles have. */
export async function filterAvatarUrls(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db.selectFrom('profiles').select('avatar_url').where('avatar_url', 'in', addresses).execute()
  return new Set(rows.map((row) => row.avatar_url))
}
