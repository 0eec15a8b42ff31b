import { buildAuthorizationUrl, calculatePKCECodeChallenge, discovery } from 'openid-client'

import type { Platform } from '#server/platform/platform.ts'
import type { SocialSettings } from '#server/platform/settings.ts'

import { callbackUrl, connection, precautions, readClaims, respondWithinSeconds, verifyIdToken } from './openid.ts'
import { profileOfClaims, type SocialClient } from './social-client.ts'

const provider = 'google'

/** Google: OpenID Connect with discovery, PKCE and a nonce. */
export function googleClient({
  platform,
  settings,
}: {
  platform: Platform
  settings: NonNullable<SocialSettings['google']>
}): SocialClient {
  const { clientId, clientSecret, issuer } = settings
  const connect = () =>
    connection({
      settings,
      open: () =>
        discovery(new URL(issuer), clientId, clientSecret, undefined, {
          execute: precautions({ platform, address: issuer }),
          timeout: respondWithinSeconds,
        }),
    })

  return {
    provider,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await connect(), {
        redirect_uri: callbackUrl(platform),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Google asks a person with several accounts to choose one.
        prompt: 'select_account',
      })
    },
    async readProfile(secrets) {
      const claims = await readClaims({ ...secrets, platform, configuration: await connect(), withPkce: true })
      return profileOfClaims({ provider, claims })
    },
    async readIdToken(idToken) {
      // Some of Google's tokens contain the issuer without the scheme.
      const issuers = [issuer, issuer.replace(/^https:\/\//, '')]
      const claims = await verifyIdToken({ platform, configuration: await connect(), idToken, issuers, clientId })
      const nonce = typeof claims.nonce === 'string' ? claims.nonce : undefined
      return { profile: profileOfClaims({ provider, claims }), nonce }
    },
  }
}
