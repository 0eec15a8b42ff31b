export const roles = ['patient', 'center', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles that only an administrator gives; in production they count only with a second factor. */
export const staffRoles = ['moderator', 'admin'] as const satisfies readonly Role[]
