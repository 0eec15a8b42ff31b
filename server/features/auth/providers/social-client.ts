import { z } from 'zod'

import type { SocialProvider } from '#contract/accounts.ts'
import { foundName } from '#contract/registration.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'
import { parseEmail } from '../protocol/body.ts'
import type { NewIdentity } from '../repository/identities.ts'

/** What only this journey to a provider and back knows. */
export type Journey = { state: string; nonce: string; codeVerifier: string }

/** What a provider says about the person who came back from it. */
export type SocialProfile = {
  identity: NewIdentity
  /** The provider has seen that the address is theirs. */
  emailVerified: boolean
  fullName: string
}

/**
 * One provider, as our settings pin it: nothing that comes from outside chooses an issuer, a key set or an audience.
 * We ask it for nothing but who the person is, so its tokens are used once and kept nowhere.
 */
export type SocialClient = {
  provider: SocialProvider
  authorizationUrl(journey: Journey): Promise<URL>
  /** `name`: what came beside the code, where the provider's own answer has none. */
  readProfile(input: Journey & { answer: URLSearchParams; name: string }): Promise<SocialProfile>
  /** Undefined: this provider has none. @throws JOSEError for a token that it didn't issue to us, or that is over */
  readIdToken?(idToken: string): Promise<{ profile: SocialProfile; nonce: string | undefined }>
}

/** Identifiers are short and plain; anything else would be a mistake of the provider's, and must not reach the database. */
const subject = z.string().regex(/^[!-~]{1,255}$/)
const name = foundName.refine((text) => findUnstorableText(text) === undefined).catch('')

const claims = z.object({
  sub: subject,
  email: z.string().nullish(),
  /** Apple has sent it as text, too. */
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
  name: z.string().nullish(),
})

/** Of an ID token's claims, or of what else a provider says in their words. */
export function profileOfClaims(input: { provider: SocialProvider; claims: unknown; name?: string }): SocialProfile {
  const { sub, ...notified } = claims.parse(input.claims)
  const email = typeof notified.email === 'string' ? parseEmail(notified.email) : undefined
  const emailVerified = email !== undefined && String(notified.email_verified) === 'true'
  const fullName = name.parse(notified.name || input.name || '')
  const data = { sub, ...(email && { email }), email_verified: emailVerified, ...(fullName && { full_name: fullName }) }
  return { identity: { provider: input.provider, subject: sub, email, data }, emailVerified, fullName }
}
