import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfUser = { userId: string }

/** Serialises requests that remove an administrator, so that the last one stays. Locks nothing for any other user. */
export async function lockAdministrators(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles as leaving')
          .select('leaving.role')
          .where('leaving.user_id', '=', userId)
          .where('leaving.role', '=', 'admin'),
      ),
    )
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

/** Whether the user is the only administrator whose account is not blocked. */
export async function isLastAdministrator(db: Db | Tx, { userId, now }: OfUser & { now: Date }): Promise<boolean> {
  const administrators = await db
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .where('role', '=', 'admin')
    .where((eb) =>
      eb.or([
        eb('user_roles.user_id', '=', userId),
        eb('profiles.status', '=', sql.lit('active')),
        eb.and([eb('profiles.status', '=', sql.lit('suspended')), eb('profiles.suspended_until', '<=', now)]),
      ]),
    )
    .select('user_roles.user_id')
    .limit(2)
    .execute()
  return administrators.length === 1 && administrators[0]?.user_id === userId
}

/** The addresses of the administrators whose accounts are active. */
export async function listAdministratorAddresses(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .where('role', '=', 'admin')
    .where('profiles.status', '=', sql.lit('active'))
    .select('users.email')
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email)
}
