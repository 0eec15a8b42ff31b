/** How the user proved who they are, as the access token's `amr` names it. */
export type Method = 'password' | 'recovery' | 'email/signup' | 'email_change' | 'magiclink' | 'otp' | 'oauth' | 'totp'

/** The free-form data of a sign-up. Its user can change it at any time, so it authorises nothing. */
export type Metadata = Record<string, unknown>

/** The status of a profile, with its end and its reason. */
export type AccountStatus = { status: string; suspended_until: Date | null; suspension_reason: string | null }

/** A browser that has signed in to the account before. `id` is the same for all accounts of the browser. */
export type KnownDevice = { id: string; hasSecondFactor: boolean }
