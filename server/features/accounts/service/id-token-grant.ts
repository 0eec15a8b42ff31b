import { createHash, timingSafeEqual } from 'node:crypto'
import { errors } from 'jose'
import { z } from 'zod'

import type { User } from '../repository/users.ts'
import { arriveWithIdentity, mustConfirm } from './arrive-with-identity.ts'
import { askProvider } from './ask-provider.ts'
import { requireBearer } from './bearer.ts'
import { optionalText, readBody } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { countRequest } from './limits.ts'
import { linkIdentity } from './link-identity.ts'
import { redirectOf } from './redirects.ts'
import { requireSocialClient } from './require-social-client.ts'
import { failService, ServiceError } from './service-errors.ts'
import { sessionAnswer } from './session-answer.ts'
import { createSession, deviceOf, type Session } from './sessions.ts'
import type { SocialClient, SocialProfile } from './social-client.ts'

const input = z.object({
  provider: optionalText,
  id_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})

/**
 * POST /token?grant_type=id_token: with a token that the provider's own library got in the client. Refusals have the
 * form of OAuth 2, with the protocol's code beside it.
 */
export async function grantByIdToken(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'signInFromAddress', key: c.var.address })
  const body = await readBody(c, input)
  try {
    const profile = await readProfile({ request, ...body })
    const signedIn = body.link_identity ? await link({ request, profile }) : await signIn({ request, profile })
    return c.json(await sessionAnswer({ platform, ...signedIn }))
  } catch (error) {
    // Who may connect, and faults that pass, are told as everywhere else.
    if (!(error instanceof ServiceError) || error.status >= 500 || body.link_identity) throw error
    c.header('x-sb-error-code', error.code)
    const kind = error.code === 'validation_failed' ? 'invalid_request' : 'invalid_grant'
    return c.json({ error: kind, error_description: error.message, error_code: error.code }, 400)
  }
}

async function readProfile(o: { request: ServiceRequest } & z.output<typeof input>): Promise<SocialProfile> {
  const { request, id_token: idToken } = o
  const client = requireSocialClient({ platform: request.platform, name: o.provider, forIdToken: true })
  const { provider, readIdToken } = client
  if (!readIdToken) throw failToken(`Unsupported provider: ${provider} has no id tokens`)
  if (idToken === '') throw failToken('id_token required')
  const read = await askProvider({ ...request, provider, ask: () => readGenuine({ readIdToken, idToken }) })
  if (!read) throw failToken('Bad ID token')
  if ((read.nonce === undefined) !== (o.nonce === '')) {
    throw failToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (read.nonce !== undefined && !isNonceRight({ passed: o.nonce, inToken: read.nonce })) {
    throw failToken('Nonces mismatch')
  }
  return read.profile
}

/** Undefined for a token that doesn't count; other errors are the provider's. */
async function readGenuine(o: {
  readIdToken: NonNullable<SocialClient['readIdToken']>
  idToken: string
}): Promise<Awaited<ReturnType<typeof o.readIdToken>> | undefined> {
  try {
    return await o.readIdToken(o.idToken)
  } catch (error) {
    const keysAreAway = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']
    if (error instanceof errors.JOSEError && !keysAreAway.includes(error.code)) return undefined
    throw error
  }
}

function failToken(message: string): ServiceError {
  return failService('validation_failed', { message })
}

/** The token carries the hash of what was passed; some libraries put it there as it is. */
function isNonceRight(o: { passed: string; inToken: string }): boolean {
  const hashed = createHash('sha256').update(o.passed).digest('hex')
  return [hashed, o.passed].some((wanted) => {
    const [one, other] = [Buffer.from(wanted), Buffer.from(o.inToken)]
    return one.length === other.length && timingSafeEqual(one, other)
  })
}

type SignedIn = { user: User; session: Session }

async function signIn(o: { request: ServiceRequest; profile: SocialProfile }): Promise<SignedIn> {
  const { request, profile } = o
  const { platform, c } = request
  const redirectTo = redirectOf({ c, settings: platform.settings })
  const signedIn = await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now()
    const user = await arriveWithIdentity(tx, { platform, profile, redirectTo, now })
    if (mustConfirm({ platform, user })) return undefined
    const session = await createSession(tx, { userId: user.id, method: 'oauth', device: deviceOf(request), now })
    return { user: { ...user, last_sign_in_at: now }, session }
  })
  if (!signedIn) throw failService('provider_email_needs_verification')
  return signedIn
}

/** What the client's linkIdentity does with a token: the session stays the one that asks. */
async function link(o: { request: ServiceRequest; profile: SocialProfile }): Promise<SignedIn> {
  const { platform } = o.request
  const { user, session } = await requireBearer(o.request)
  requireFreshProof({ user, session, now: platform.clock.now() })
  await countRequest({ platform, limit: 'identityChange', key: user.id })
  return linkIdentity({ platform, profile: o.profile, linking: { userId: user.id, sessionId: session.id } })
}
