import type { QueueItem } from '#contract/reports.ts'
import { hasStaffRole, type Role } from '#contract/roles.ts'
import type { ActionRow } from './repository/actions.ts'

export type Staff = { userId: string; roles: readonly Role[] }

/**
 * Only the latest action in effect on a target can be undone, once, while the target still allows its previous state, and not
 * by the user or a member of the centre whom it concerns. If it concerns a member of staff, or would restore a staff role, only
 * an administrator can undo it.
 */
export function mayUndo({ actor, action }: { actor: Staff; action: UndoableAction }): boolean {
  if (action.undoes !== null || action.undoId !== null || !action.isLatest) return false
  // Not a decision of staff: a document expired on its date.
  if (action.moderatorId === null) return false
  if (action.isBlocked || action.targetMembers.includes(actor.userId)) return false
  if (action.targetType === 'user' && actor.userId === action.targetId) return false
  // Only administrators change the operator's words.
  if (action.targetType === 'operator') return actor.roles.includes('admin')
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

/** `isOwn`: the member of staff is its author, the other side, or a member of the centre. */
type Reported = { isOwn: boolean; isAuthorStaff: boolean; removedAt: Date | null }

/** Why this member of staff may not decide about a reported row; undefined when they may. */
export function refusalOfReported({ actor, reported }: { actor: Staff; reported: Reported }) {
  if (reported.isOwn) return 'reports.own'
  if (reported.isAuthorStaff && !actor.roles.includes('admin')) return 'reports.of_staff'
  return reported.removedAt === null ? undefined : 'reports.removed'
}

/** Whether this member of staff may show a removed row again; the undo itself checks it once more. */
export function mayRestore({ actor, reported }: { actor: Staff; reported: Reported & { authorEmail: string | null } }) {
  const isAllowed = refusalOfReported({ actor, reported: { ...reported, removedAt: null } }) === undefined
  return reported.removedAt !== null && isAllowed && reported.authorEmail !== null
}

/** A warning is a mail, so an author who has deleted the account (`authorEmail` null) cannot be warned. */
export function queueAbilities(input: {
  actor: Staff
  reported: Reported & { authorEmail: string | null }
}): QueueItem['can'] {
  const isAllowed = refusalOfReported(input) === undefined
  return { approve: isAllowed, delete: isAllowed, warn: isAllowed && input.reported.authorEmail !== null }
}
