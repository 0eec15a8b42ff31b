import { createHmac } from 'node:crypto'
import { authorizationCodeGrant, buildAuthorizationUrl, Configuration, fetchProtectedResource } from 'openid-client'
import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'
import type { SocialSettings } from '#server/platform/settings.ts'

import { callbackUrl, connection, precautions } from './openid.ts'
import { profileOfClaims, type SocialClient } from './social-client.ts'

const provider = 'facebook'
const version = 'v23.0'

const me = z.object({ id: z.string(), name: z.string().nullish(), email: z.string().nullish() })

/** Facebook: OAuth 2 without OpenID. Its Graph API returns the person's identity for the access token. */
export function facebookClient({
  platform,
  settings,
}: {
  platform: Platform
  settings: NonNullable<SocialSettings['facebook']>
}): SocialClient {
  const { clientId, clientSecret, site, graph } = settings
  const connect = () => connection({ settings, open: () => Promise.resolve(open()) })

  function open(): Configuration {
    const server = {
      issuer: site,
      authorization_endpoint: `${site}/${version}/dialog/oauth`,
      token_endpoint: `${graph}/${version}/oauth/access_token`,
    }
    const configuration = new Configuration(server, clientId, clientSecret)
    for (const prepare of precautions({ platform, address: graph })) prepare(configuration)
    return configuration
  }

  return {
    provider,
    async authorizationUrl({ state }) {
      return buildAuthorizationUrl(await connect(), {
        redirect_uri: callbackUrl(platform),
        scope: 'email,public_profile',
        state,
      })
    },
    async readProfile({ state, parameters }) {
      const configuration = await connect()
      const address = new URL(callbackUrl(platform))
      address.search = parameters.toString()
      const { access_token: token } = await authorizationCodeGrant(configuration, address, { expectedState: state })
      const query = new URLSearchParams({
        fields: 'id,name,email',
        // Proves that our server uses the token; an app's settings may require it.
        appsecret_proof: createHmac('sha256', clientSecret).update(token).digest('hex'),
      })
      const response = await fetchProtectedResource(
        configuration,
        token,
        new URL(`${graph}/${version}/me?${query}`),
        'GET',
      )
      if (!response.ok) throw new Error(`the graph responds with ${response.status}`)
      const { id, name, email } = me.parse(await response.json())
      // Facebook doesn't say whether it has verified the address.
      return profileOfClaims({ provider, claims: { sub: id, name, email, email_verified: false } })
    },
  }
}
