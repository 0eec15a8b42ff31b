import type { Role } from '#contract/roles.ts'
import type { UserType } from '#server/api/actor.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

const userTypeRoles: readonly Role[] = ['patient', 'center']

/** Sets the kind of account, and its role with it; roles that staff granted stay. */
export async function setUserType(
  tx: Tx,
  { userId, userType, now }: { userId: string; userType: UserType; now: Date },
): Promise<void> {
  await tx.updateTable('profiles').set({ user_type: userType, updated_at: now }).where('id', '=', userId).execute()
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', anyOf(userTypeRoles)).execute()
  await tx.insertInto('user_roles').values({ user_id: userId, role: userType, created_at: now }).execute()
}

export async function setNameAndPhone(
  tx: Tx,
  { fullName, phone, now, userId }: { userId: string; fullName: string; phone: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ full_name: fullName, phone, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function recordCompletion(
  tx: Tx,
  {
    userId,
    now,
    acceptances,
  }: { userId: string; acceptances: readonly { document: string; version: string }[]; now: Date },
): Promise<void> {
  await tx
    .insertInto('terms_acceptances')
    .values(acceptances.map((acceptance) => ({ ...acceptance, user_id: userId, accepted_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.updateTable('users').set({ registration_pending: false, updated_at: now }).where('id', '=', userId).execute()
}

/**
 * Replaces all roles, from the account's next request on. With `userType`, it also sets the kind of account. The
 * caller has locked the account.
 */
export async function replaceRoles(
  tx: Tx,
  { userId, roles, userType, now }: { userId: string; roles: readonly Role[]; userType?: UserType; now: Date },
): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role, created_at: now })))
    .execute()
  if (userType === undefined) return
  await tx.updateTable('profiles').set({ user_type: userType, updated_at: now }).where('id', '=', userId).execute()
}
