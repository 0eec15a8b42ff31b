import { hasStaffRole, type Role } from '#contract/roles.ts'

/** Besides the owner, only the staff who check documents may open them. */
export function checksDocuments(actor: { roles: readonly Role[] }): boolean {
  return hasStaffRole(actor)
}
