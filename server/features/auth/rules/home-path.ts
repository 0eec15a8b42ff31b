import type { UserType } from '#server/api/actor.ts'

type Account = {
  userType: UserType
  isStaff: boolean
  /** Whether the account is a member of a centre that it doesn't own. */
  isMember: boolean
}

/** Where signing in leads. */
export function homePathOf({ userType, isStaff, isMember }: Account): string {
  if (isMember) return '/center/dashboard?seccion=agenda'
  if (isStaff) return '/admin/dashboard'
  return userType === 'center' ? '/center/dashboard' : '/dashboard'
}
