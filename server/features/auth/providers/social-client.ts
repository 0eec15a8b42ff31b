import { z } from 'zod'

import type { SocialProvider } from '#contract/accounts.ts'
import { sanitizedName } from '#contract/registration.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'
import { parseEmail } from '../protocol/body.ts'
import type { NewIdentity } from '../repository/identities.ts'
import { isAuthoritative } from '../rules/authoritative-provider.ts'

export type FlowSecrets = { state: string; nonce: string; codeVerifier: string }

export type SocialProfile = {
  identity: NewIdentity
  /** The provider proves that the person has the address today; that it once verified the address is not enough. */
  provesEmail: boolean
  fullName: string
}

/**
 * One provider, pinned by the settings: no request can choose an issuer, a key set or an audience. The provider's tokens only
 * identify the person, so they are used once and never stored.
 */
export type SocialClient = {
  provider: SocialProvider
  authorizationUrl(secrets: FlowSecrets): Promise<URL>
  /** `name`: the name that came beside the code, for a provider whose token has none. */
  readProfile(input: FlowSecrets & { parameters: URLSearchParams; name: string }): Promise<SocialProfile>
  /** Undefined: this provider has no ID tokens. @throws JOSEError for an expired token, or one not issued to us */
  readIdToken?(idToken: string): Promise<{ profile: SocialProfile; nonce: string | undefined }>
}

/** Identifiers are short and plain ASCII. Any other is the provider's mistake and must not reach the database. */
const subject = z.string().regex(/^[!-~]{1,255}$/)
const name = sanitizedName.refine((text) => findUnstorableText(text) === undefined).catch('')

const claims = z.object({
  sub: subject,
  email: z.string().nullish(),
  /** Apple sometimes sends the value as text. */
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
  /** Google's, of an organisation's account. Any other value proves nothing. */
  hd: z.string().optional().catch(undefined),
  name: z.string().nullish(),
})

/** Reads the profile from an ID token's claims, or from another response with the same names. */
export function profileOfClaims(input: { provider: SocialProvider; claims: unknown; name?: string }): SocialProfile {
  const { provider } = input
  const { sub, hd: hostedDomain, ...reported } = claims.parse(input.claims)
  const email = typeof reported.email === 'string' ? parseEmail(reported.email) : undefined
  const isVerified = email !== undefined && String(reported.email_verified) === 'true'
  const provesEmail = isVerified && isAuthoritative({ provider, email, hostedDomain })
  const fullName = name.parse(reported.name || input.name || '')
  const data = { sub, ...(email && { email }), email_verified: isVerified, ...(fullName && { full_name: fullName }) }
  return { identity: { provider, subject: sub, email, data }, provesEmail, fullName }
}
