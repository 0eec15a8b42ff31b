import type { Me } from '#contract/accounts.ts'
import { hasStaffRole, type Role } from '#contract/roles.ts'

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
    requestHelp: roles.includes('center') && centerIds.includes(userId),
  }
}
