import { type Role, staffRoles } from '#contract/roles.ts'

/** Documents say more of a person than anything else here: besides the owner only whoever checks them opens them. */
export function checksDocuments({ roles }: { roles: readonly Role[] }): boolean {
  return staffRoles.some((staff) => roles.includes(staff))
}
