import { hasStaffRole, type Role } from '#contract/roles.ts'
import type { ActionRow } from './moderation.repository.ts'

/** A member of staff, with the roles that count in their session. */
export type Staff = { userId: string; roles: readonly Role[] }

/**
 * The last measure on a target that is in effect can be undone: not twice, not by the user whom it concerns, and by a
 * moderator only if neither the user's roles nor those that would return are roles of staff.
 */
export function mayUndo({ actor, action }: { actor: Staff; action: UndoableAction }): boolean {
  if (action.undoes !== null || action.undoId !== null || !action.isLatest) return false
  if (action.targetType !== 'user') return true
  const { before } = action.details as { before?: { roles?: Role[] } }
  const roles = [...action.targetRoles, ...(before?.roles ?? [])]
  return actor.userId !== action.targetId && (actor.roles.includes('admin') || !hasStaffRole({ roles }))
}

type UndoableAction = Pick<
  ActionRow,
  'undoes' | 'undoId' | 'isLatest' | 'targetType' | 'targetId' | 'targetRoles' | 'details'
>
