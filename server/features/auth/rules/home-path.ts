import type { UserType } from '#server/api/actor.ts'

/** Where signing in leads. `isMember`: of the team of a centre that the account doesn't own. */
export function homePathOf({ userType, isMember }: { userType: UserType; isMember: boolean }): string {
  if (userType === 'center') return '/center/dashboard'
  return isMember ? '/center/dashboard?seccion=agenda' : '/dashboard'
}
