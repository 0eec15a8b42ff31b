import type { UserType } from '#server/api/actor.ts'

/** Where signing in leads. `isMember`: whether the account is a member of a centre that it doesn't own. */
export function homePathOf({ userType, isMember }: { userType: UserType; isMember: boolean }): string {
  if (userType === 'center') return '/center/dashboard'
  return isMember ? '/center/dashboard?seccion=agenda' : '/dashboard'
}
