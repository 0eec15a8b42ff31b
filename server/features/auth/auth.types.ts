import type { Role } from '#contract/roles.ts'

export type UserType = 'patient' | 'center'

/** aal2: a second factor was used in this session. */
export type AssuranceLevel = 'aal1' | 'aal2'

/** How somebody proved who they are, as the access token's `amr` names it. */
export type Method = 'password' | 'recovery' | 'email/signup' | 'email_change' | 'magiclink' | 'otp' | 'oauth' | 'totp'

/** Who calls, as the access token and the database together prove it. */
export type Actor = {
  userId: string
  sessionId: string
  email: string
  roles: readonly Role[]
  userType: UserType
  aal: AssuranceLevel
  /** Has one, used in this session or not. */
  hasSecondFactor: boolean
  /** Came through another provider, and has not yet said what kind of account this is. */
  registrationPending: boolean
}

/** What a sign-up may carry along. Its user can change it at any time, so it authorises nothing. */
export type Metadata = Record<string, unknown>

/** profiles.status and what belongs to it. */
export type Standing = { status: string; suspended_until: Date | null; suspension_reason: string | null }
