import type { QueueItem } from '#contract/reports.ts'
import { hasStaffRole, type Role } from '#contract/roles.ts'
import type { ActionRow } from './repository/actions.ts'

/** A member of staff, with the roles that count in their session. */
export type Staff = { userId: string; roles: readonly Role[] }

/**
 * The last measure on a target that is in effect can be undone: not twice, not by the user whom it concerns or who works at
 * the centre that it concerns, not while its target no longer allows the state before, and by a
 * moderator only if neither the roles of the user, or of the author of the review, nor those that would return are roles of
 * staff.
 */
export function mayUndo({ actor, action }: { actor: Staff; action: UndoableAction }): boolean {
  if (action.undoes !== null || action.undoId !== null || !action.isLatest) return false
  // A document has lapsed by its date, which no member of staff decided.
  if (action.moderatorId === null) return false
  if (action.isBlocked || action.targetMembers.includes(actor.userId)) return false
  if (action.targetType === 'user' && actor.userId === action.targetId) return false
  const { before } = action.details as { before?: { roles?: Role[] } }
  const roles = [...action.targetRoles, ...(before?.roles ?? [])]
  return actor.roles.includes('admin') || !hasStaffRole({ roles })
}

type UndoableAction = Pick<
  ActionRow,
  | 'moderatorId'
  | 'targetMembers'
  | 'isBlocked'
  | 'undoes'
  | 'undoId'
  | 'isLatest'
  | 'targetType'
  | 'targetId'
  | 'targetRoles'
  | 'details'
>

/** `isOwn`: the member of staff is concerned: its author, the other side, or a member of the centre. */
type Reported = { isOwn: boolean; isAuthorStaff: boolean; removedAt: Date | null }

/** Why this member of staff may not decide about what was reported; undefined when they may. */
export function refusalOfReported({ actor, reported }: { actor: Staff; reported: Reported }) {
  if (reported.isOwn) return 'reports.own'
  if (reported.isAuthorStaff && !actor.roles.includes('admin')) return 'reports.of_staff'
  return reported.removedAt === null ? undefined : 'reports.removed'
}

export function queueAbilities(input: { actor: Staff; reported: Reported }): QueueItem['can'] {
  const isAllowed = refusalOfReported(input) === undefined
  return { approve: isAllowed, delete: isAllowed, warn: isAllowed }
}
