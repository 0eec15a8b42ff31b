import type { AuthError, Factor } from '@supabase/auth-js'

import { client } from '#web/platform/session.ts'

/** Whether this session has proven the second factor, as its token says. */
export async function hasProvenFactor(): Promise<boolean> {
  const { data } = await (await client()).mfa.getAuthenticatorAssuranceLevel()
  return data?.currentLevel === 'aal2'
}

/** The devices whose codes this session still owes; none when it owes nothing. The server is asked. */
export async function pendingFactors(): Promise<Factor[]> {
  if (await hasProvenFactor()) return []
  const { data, error } = await (await client()).mfa.listFactors()
  if (error) throw error
  return data.totp
}

/** Proves a device with the code that it shows. @returns what was wrong, if anything. */
export async function proveFactor(input: { factorId: string; code: string }): Promise<AuthError | null> {
  const { mfa } = await client()
  const { error } = await mfa.challengeAndVerify(input)
  // Each try asks for a challenge of its own; on a slow connection even that one can run out once.
  if (error?.code !== 'mfa_challenge_expired') return error
  return (await mfa.challengeAndVerify(input)).error
}
