import type { Me } from '#contract/accounts.ts'
import { hasStaffRole, roles as knownRoles, type Role } from '#contract/roles.ts'
import type { UserStatus } from '#contract/user-statuses.ts'
import type { UserRow } from '#contract/users.ts'

/**
 * What an account may do, for its screens. `centerIds`: the centres where its user works; an owner's centre has the owner's
 * id.
 */
export function accountAbilities({
  userId,
  roles,
  centerIds,
}: {
  userId: string
  roles: readonly Role[]
  centerIds: readonly string[]
}): Me['can'] {
  return {
    administer: hasStaffRole({ roles }),
    superviseService: roles.includes('admin'),
    requestHelp: roles.includes('center') && centerIds.includes(userId),
  }
}

type Staff = { userId: string; roles: readonly Role[] }
type TargetUser = {
  userId: string
  roles: readonly Role[]
  status: UserStatus
  isCenterBusy: boolean
  /** Whether a centre has both the account and the member of staff in its team. */
  isColleague: boolean
}

/**
 * What a member of staff may do with an account. Nothing with their own account or one of their centre. A moderator can do nothing with moderators
 * and administrators, and sets only the roles of patients and centres. A centre with upcoming appointments stays a centre.
 */
export function userAbilities({ actor, user }: { actor: Staff; user: TargetUser }): UserRow['can'] {
  const mayAct = mayActOn({ actor, user })
  const settable = actor.roles.includes('admin') ? knownRoles : knownRoles.filter((role) => !isStaffRole(role))
  return {
    suspend: mayAct && user.status !== 'banned',
    ban: mayAct && user.status !== 'banned',
    activate: mayAct && user.status !== 'active',
    warn: mayAct && user.status !== 'banned',
    correctPoints: mayAct,
    setRole: mayAct ? settable.filter((role) => isNewRole({ user, role })) : [],
  }
}

function isNewRole({ user: { roles, isCenterBusy }, role }: { user: TargetUser; role: Role }): boolean {
  if (isCenterBusy && roles.includes('center') && role !== 'center') return false
  return roles.length !== 1 || roles[0] !== role
}

export function mayActOn({
  actor,
  user,
}: {
  actor: Staff
  user: Pick<TargetUser, 'userId' | 'roles' | 'isColleague'>
}): boolean {
  return actor.userId !== user.userId && !user.isColleague && (actor.roles.includes('admin') || !hasStaffRole(user))
}

function isStaffRole(role: Role): boolean {
  return hasStaffRole({ roles: [role] })
}
