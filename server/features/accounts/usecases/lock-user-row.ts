import type { Role } from '#contract/roles.ts'
import { lockAdministrators } from '#server/features/auth/repository/administrators.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
import type { ActionTarget } from '#server/features/moderation/usecases/staff-actions.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../accounts.errors.ts'
import { lockProfile } from '../repository/deletion.ts'
import { findUserRow, type UserRow } from '../repository/users.ts'

export type Moderator = { userId: string; roles: readonly Role[] }

/**
 * Locks in the order of the deletion of an account. The account of the member of staff is locked with the other one, in the
 * order of their ids: two administrators who act on each other would otherwise deadlock.
 */
export async function lockUserRow(
  tx: Tx,
  { userId, actorId, now }: { userId: string; actorId?: string; now: Date },
): Promise<UserRow> {
  for (const id of [userId, actorId ?? userId].sort()) {
    if (!(await lockUser(tx, id)) && id === userId) throw fail('accounts.not_found')
  }
  await lockProfile(tx, { userId })
  await lockAdministrators(tx, { userId })
  await lockCenterOf(tx, { ownerId: userId })
  const user = await findUserRow(tx, { userId, staffId: actorId ?? null, now })
  if (!user) throw fail('accounts.not_found')
  return user
}

export const account: ActionTarget<UserRow> = {
  type: 'user',
  lock: (tx, { targetId, actor, now }) => lockUserRow(tx, { userId: targetId, actorId: actor.userId, now }),
}
