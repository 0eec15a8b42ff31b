import { sql } from 'kysely'
import { type Role, staffRoles } from '#contract/roles.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db } from '#server/platform/postgres/database.ts'

/** The administrators come before the moderators. */
export async function listStaff(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('user_roles.role', 'in', staffRoles)
    .groupBy(['users.id', 'profiles.id'])
    .select((eb) => [
      'users.id',
      'users.email',
      'users.last_sign_in_at',
      'profiles.full_name',
      eb.fn.agg<Role[]>('array_agg', ['user_roles.role']).as('roles'),
      eb
        .exists(
          eb
            .selectFrom('mfa_factors')
            .select('mfa_factors.id')
            .whereRef('mfa_factors.user_id', '=', 'users.id')
            .where('mfa_factors.status', '=', sql.lit('verified')),
        )
        .as('has_second_factor'),
    ])
    .orderBy((eb) => eb.fn.min('user_roles.role'))
    .orderBy(alphabetical('profiles.full_name'))
    .orderBy('users.id')
    .execute()
}
