import { hasStaffRole, type Role } from '#contract/roles.ts'

/** Documents are the most sensitive data here: besides the owner, only the staff who check them may open them. */
export function checksDocuments(actor: { roles: readonly Role[] }): boolean {
  return hasStaffRole(actor)
}
