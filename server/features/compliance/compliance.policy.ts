import { type Role, staffRoles } from '#contract/roles.ts'

/** Documents are the most sensitive data here: besides the owner, only the staff who check them may open them. */
export function checksDocuments({ roles }: { roles: readonly Role[] }): boolean {
  return staffRoles.some((staff) => roles.includes(staff))
}
