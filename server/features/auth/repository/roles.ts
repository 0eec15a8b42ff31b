import { type Role, staffRoles } from '#contract/roles.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

/** @returns false when the user already has the role. */
export async function addRole(
  tx: Tx,
  { userId, role, now }: { userId: string; role: Role; now: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('user_roles')
    .values({ user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst()
  return added !== undefined
}

export async function listStaffRolesOf(tx: Tx, { userId }: { userId: string }): Promise<Role[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '=', anyOf(staffRoles))
    .execute()
  return rows.map(({ role }) => role as Role)
}

/** The members of staff among these users. */
export async function listStaffAmong(db: Db, { userIds }: { userIds: readonly string[] }): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('user_id', '=', anyOf(userIds))
    .where('role', '=', anyOf(staffRoles))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** @returns false when the user does not have the role. */
export async function removeRole(tx: Tx, { userId, role }: { userId: string; role: Role }): Promise<boolean> {
  const removed = await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .returning('role')
    .executeTakeFirst()
  return removed !== undefined
}
