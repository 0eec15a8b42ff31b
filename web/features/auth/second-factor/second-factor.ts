import type { AuthError, Factor, User } from '@supabase/auth-js'

import { client } from '#web/platform/session.ts'

/** Whether this session's token states a proven second factor. */
export async function hasProvenFactor(): Promise<boolean> {
  const { data } = await (await client()).mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal2'
}

/** The devices whose code this session must still prove; empty when none is needed. Asks the server. */
export async function pendingFactors(): Promise<Factor[]> {
  if (await hasProvenFactor()) return []
  const { data, error } = await (await client()).mfa.listFactors()
  if (error) throw error
  return data.totp
}

/** Whether a sign-in with the password must be followed by a code: the account has a verified device. */
export function hasVerifiedFactor(user: User | null): boolean {
  return user?.factors?.some(({ status }) => status === 'verified') === true
}

/** Proves a device with its code. @returns the error, if any */
export async function proveFactor(input: { factorId: string; code: string }): Promise<AuthError | null> {
  const { mfa } = await client()
  const { error } = await mfa.challengeAndVerify(input)
  // Each attempt requests its own challenge, which can still expire once on a slow connection.
  if (error?.code !== 'mfa_challenge_expired') return error
  return (await mfa.challengeAndVerify(input)).error
}
