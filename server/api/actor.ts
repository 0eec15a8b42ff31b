import type { Role } from '#contract/roles.ts'

export type UserType = 'patient' | 'center'

/** `aal2` means that the session has used a second factor. */
export type AssuranceLevel = 'aal1' | 'aal2'

/** The signed-in caller, as the access token and the database together prove it. */
export type Actor = {
  userId: string
  sessionId: string
  email: string
  roles: readonly Role[]
  userType: UserType
  aal: AssuranceLevel
  /** The account has a second factor, whether or not this session has used it. */
  hasSecondFactor: boolean
  /** The account's address is confirmed, or it kept an appointment: it is no throw-away account. */
  isProven: boolean
  /** The caller signed in through another provider and has not chosen the kind of account yet. */
  registrationPending: boolean
}

/** A session of an account with a second factor counts as signed in only once it has used that factor. */
export function lacksSecondFactor({ hasSecondFactor, aal }: { hasSecondFactor: boolean; aal: string }): boolean {
  return hasSecondFactor && aal !== 'aal2'
}
