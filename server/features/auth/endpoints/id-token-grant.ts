import { createHash, timingSafeEqual } from 'node:crypto'
import { errors } from 'jose'
import { z } from 'zod'
import { requireFreshProof } from '../factors/fresh-proof.ts'
import { optionalText, readBody } from '../protocol/body.ts'
import { AuthError, failAuth } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { callProvider } from '../providers/call-provider.ts'
import { linkIdentity } from '../providers/link-identity.ts'
import { requireSocialClient } from '../providers/require-social-client.ts'
import { openSessionWithIdentity } from '../providers/sign-in-with-identity.ts'
import type { SocialClient, SocialProfile } from '../providers/social-client.ts'
import type { User } from '../repository/users.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { createSession, deviceOf, type Session } from '../sessions/sessions.ts'
import { rememberSignUp } from '../sessions/sign-up-browser.ts'

const input = z.object({
  provider: optionalText,
  id_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})

/**
 * POST /token?grant_type=id_token: signs in with a token that the provider's library gave the client. Errors have OAuth 2's
 * format, with the protocol's code beside it.
 */
export async function grantByIdToken(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'signInFromAddress', address: c.var.address })
  const body = await readBody(c, input)
  try {
    const profile = await readProfile({ request, ...body })
    const signedIn = body.link_identity ? await link({ request, profile }) : await signIn({ request, profile })
    rememberDevice(request, signedIn)
    return c.json(await sessionResponse({ platform, ...signedIn }))
  } catch (error) {
    // Errors of linking, and temporary failures, have the protocol's usual format.
    if (!(error instanceof AuthError) || error.status >= 500 || body.link_identity) throw error
    c.header('x-sb-error-code', error.code)
    const kind = error.code === 'validation_failed' ? 'invalid_request' : 'invalid_grant'
    return c.json({ error: kind, error_description: error.message, error_code: error.code }, 400)
  }
}

async function readProfile(options: { request: AuthRequest } & z.output<typeof input>): Promise<SocialProfile> {
  const { request, id_token: idToken } = options
  const client = requireSocialClient({ platform: request.platform, name: options.provider, forIdToken: true })
  const { provider, readIdToken } = client
  if (!readIdToken) throw failToken(`Unsupported provider: ${provider} has no id tokens`)
  if (idToken === '') throw failToken('id_token required')
  const token = await callProvider({ ...request, provider, call: () => readValidToken({ readIdToken, idToken }) })
  if (!token) throw failToken('Bad ID token')
  if ((token.nonce === undefined) !== (options.nonce === '')) {
    throw failToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (token.nonce !== undefined && !isNonceRight({ passed: options.nonce, inToken: token.nonce })) {
    throw failToken('Nonces mismatch')
  }
  return token.profile
}

/** Undefined for an invalid token; other errors are the provider's. */
async function readValidToken({
  readIdToken,
  idToken,
}: {
  readIdToken: NonNullable<SocialClient['readIdToken']>
  idToken: string
}): Promise<Awaited<ReturnType<NonNullable<SocialClient['readIdToken']>>> | undefined> {
  try {
    return await readIdToken(idToken)
  } catch (error) {
    const keySetErrors = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']
    if (error instanceof errors.JOSEError && !keySetErrors.includes(error.code)) return undefined
    throw error
  }
}

function failToken(message: string): AuthError {
  return failAuth('validation_failed', { message })
}

/** The token contains the hash of the passed nonce; some libraries put the nonce itself there. */
function isNonceRight({ passed, inToken }: { passed: string; inToken: string }): boolean {
  const hashed = createHash('sha256').update(passed).digest('hex')
  return [hashed, passed].some((candidate) => {
    const [expected, actual] = [Buffer.from(candidate), Buffer.from(inToken)]
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
}

type SignedIn = { user: User; session: Session }

async function signIn({ request, profile }: { request: AuthRequest; profile: SocialProfile }): Promise<SignedIn> {
  const { platform, c } = request
  const redirectTo = redirectOf({ c, settings: platform.settings })
  const { user, opened: session } = await openSessionWithIdentity({
    platform,
    profile,
    redirectTo,
    remember: (account) => rememberSignUp(request, account),
    open: (tx, signIn) => createSession(tx, { ...signIn, device: deviceOf(request) }),
  })
  return { user, session }
}

/** The client's linkIdentity with a token: the caller's session stays open. */
async function link({ request, profile }: { request: AuthRequest; profile: SocialProfile }): Promise<SignedIn> {
  const { platform } = request
  const { user, session } = await requireBearer(request)
  requireFreshProof({ user, session, now: platform.clock.now() })
  await countRequest({ platform, limit: 'identityChange', key: user.id })
  return linkIdentity({ platform, profile, linking: { userId: user.id, sessionId: session.id } })
}
