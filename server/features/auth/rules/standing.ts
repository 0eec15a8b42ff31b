import type { UserType } from '#server/api/actor.ts'
import type { Standing } from '../auth.types.ts'

export function hasSecondFactor(user: { factors: readonly { status: string }[] }): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** Where signing in leads. `isMember`: of a centre's team that the account doesn't own. */
export function homePathOf({ userType, isMember }: { userType: UserType; isMember: boolean }): string {
  if (userType === 'center') return '/center/dashboard'
  return isMember ? '/center/dashboard?seccion=agenda' : '/dashboard'
}

/** Whether the account may be used now. A suspension whose end has passed has ended by itself. */
export function isBlocked({ standing, now }: { standing: Standing; now: Date }): boolean {
  const { status, suspended_until: until } = standing
  return status === 'banned' || status === 'deleted' || (status === 'suspended' && (until === null || until > now))
}
