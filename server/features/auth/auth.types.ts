import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { User } from './repository/users.ts'
/** How the user proved who they are, as the access token's `amr` names it. */
export type Method = 'password' | 'recovery' | 'email/signup' | 'email_change' | 'magiclink' | 'otp' | 'oauth' | 'totp'

/** The free-form data of a sign-up. Its user can change it at any time, so it authorises nothing. */
export type Metadata = Record<string, unknown>

/** profiles.status with its end and reason. */
export type AccountStatus = { status: string; suspended_until: Date | null; suspension_reason: string | null }

/** A browser that has signed in to the account before. `id` is the same for all accounts of the browser. */
export type KnownDevice = { id: string; hasSecondFactor: boolean }

/** The processes above the authentication service that a mailed link or code starts. The caller holds the lock on the account. */
export type AccountResets = {
  /** The owner of the address did not sign up. @returns the id of the account that the address has now */
  replaceUnrecognizedAccount: (tx: Tx, input: { platform: Platform; user: User; now: Date }) => Promise<string>
  /** The owner's registration starts again. */
  resetUnverifiedAccount: (tx: Tx, input: { userId: string; fullName: string; now: Date }) => Promise<void>
}
