export const roles = ['patient', 'center', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles that only an administrator grants. In production they apply only to a session with a second factor. */
export const staffRoles = ['moderator', 'admin'] as const satisfies readonly Role[]

export function hasStaffRole({ roles: granted }: { roles: readonly Role[] }): boolean {
  return staffRoles.some((staff) => granted.includes(staff))
}
