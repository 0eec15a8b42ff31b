import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'

import { hashSecret, newSecret } from '#server/platform/ids.ts'
import type { AuthRequest } from '../protocol/request.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { callProvider } from './call-provider.ts'
import { type Linking, stateLifetimeSeconds, storeState } from './oauth-states.ts'
import type { SocialClient } from './social-client.ts'

/** The browser sends the cookie back to no other page. */
const cookiePath = '/auth/v1/callback'

/** One cookie for each flow, so that several tabs can sign in simultaneously. */
function cookieName(state: string): string {
  return `senda_oauth_${hashSecret(state).slice(0, 16)}`
}

/**
 * Starts the flow to a provider. The browser gets a cookie that the callback of this flow compares: an attacker can't have
 * a victim's browser finish a flow that the attacker started. @returns the provider's URL.
 * @throws provider_failed
 */
export async function startOAuth({
  platform,
  c,
  client,
  redirectTo,
  challenge,
  linking,
}: AuthRequest & {
  client: SocialClient
  redirectTo: string
  challenge: CodeChallenge | undefined
  linking?: Linking
}): Promise<string> {
  const { provider } = client
  const secrets = { state: newSecret(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
  const url = await callProvider({ platform, c, provider, call: () => client.authorizationUrl(secrets) })
  const browserSecret = newSecret()
  await storeState(platform, { provider, redirectTo, challenge, linking, secrets, browserSecret })
  setCookie(c, cookieName(secrets.state), browserSecret, {
    path: cookiePath,
    httpOnly: true,
    // Not Strict: the provider's page starts the request to the callback.
    sameSite: 'Lax',
    secure: platform.settings.publicUrl.startsWith('https:'),
    maxAge: stateLifetimeSeconds,
  })
  return url.href
}

/** The returning browser's secret; deletes its cookie. */
export function consumeBrowserSecret({ platform, c }: AuthRequest, state: string): string | undefined {
  const name = cookieName(state)
  const secret = getCookie(c, name)
  if (secret === undefined) return undefined
  deleteCookie(c, name, { path: cookiePath, secure: platform.settings.publicUrl.startsWith('https:') })
  return secret
}
