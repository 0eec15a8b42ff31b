import type { Me } from '#contract/accounts.ts'

/** The dashboard of the account itself. Signing in leads staff, and a member of a centre's team, elsewhere: see `homePath`. */
export function dashboardPath(me: Me | undefined): '/dashboard' | '/center/dashboard' {
  return me?.userType === 'center' ? '/center/dashboard' : '/dashboard'
}

/** The agenda of the centre whose team the account is part of without owning it. */
export function workplacePath(me: Me | undefined): string | undefined {
  return me?.userType === 'patient' && me.homePath.startsWith('/center/') ? me.homePath : undefined
}
