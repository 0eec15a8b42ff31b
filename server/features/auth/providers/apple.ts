import { importPKCS8, SignJWT } from 'jose'
import { buildAuthorizationUrl, ClientSecretPost, Configuration } from 'openid-client'
import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import type { SocialSettings } from '#server/platform/settings.ts'

import { callbackUrl, connection, precautions, readClaims, verifyIdToken } from './openid.ts'
import { profileOfClaims, type SocialClient } from './social-client.ts'

const provider = 'apple'
/** This is longer than a connection is cached. */
const secretLifetime = '2h'

type AppleSettings = NonNullable<SocialSettings['apple']>

/** Apple: OpenID Connect with a nonce. Apple posts its response as a form, and the client secret is a token that we sign. */
export function appleClient(input: { platform: Platform; settings: AppleSettings }): SocialClient {
  const { platform, settings } = input
  const { clientId, issuer } = settings
  const connect = () => connection({ settings, open: () => open(input) })

  return {
    provider,
    async authorizationUrl({ state, nonce }) {
      return buildAuthorizationUrl(await connect(), {
        redirect_uri: callbackUrl(platform),
        scope: 'openid email name',
        // Apple allows these scopes only in this mode.
        response_mode: 'form_post',
        state,
        nonce,
      })
    },
    async readProfile({ name, ...secrets }) {
      const claims = await readClaims({ ...secrets, platform, configuration: await connect(), withPkce: false })
      return profileOfClaims({ provider, claims, name })
    },
    async readIdToken(idToken) {
      const configuration = await connect()
      const claims = await verifyIdToken({ platform, configuration, idToken, issuers: [issuer], clientId })
      const nonce = typeof claims.nonce === 'string' ? claims.nonce : undefined
      return { profile: profileOfClaims({ provider, claims }), nonce }
    },
  }
}

/**
 * The provider is opened without discovery: for days in 2025 Apple's discovery document named another issuer than its
 * tokens.
 */
async function open({ platform, settings }: { platform: Platform; settings: AppleSettings }): Promise<Configuration> {
  const { clientId, issuer } = settings
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/auth/authorize`,
    token_endpoint: `${issuer}/auth/token`,
    jwks_uri: `${issuer}/auth/keys`,
  }
  const secret = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(platform.clock.now())
    .setExpirationTime(secretLifetime)
    .sign(await importPKCS8(settings.privateKey, 'ES256'))
  const configuration = new Configuration(server, clientId, undefined, ClientSecretPost(secret))
  for (const prepare of precautions({ platform, address: issuer })) prepare(configuration)
  return configuration
}

const user = z.object({ name: z.object({ firstName: z.string().catch(''), lastName: z.string().catch('') }) })

/** The form's `user`, which Apple sends only with a person's first sign-in. */
export function readAppleName(text: string): string {
  try {
    const { firstName, lastName } = user.parse(JSON.parse(text)).name
    return `${firstName} ${lastName}`.trim().slice(0, 200)
  } catch {
    return ''
  }
}
