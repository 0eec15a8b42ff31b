import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'

import { hashSecret, newSecret } from '#server/platform/ids.ts'
import type { AuthRequest } from '../protocol/request.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { callProvider } from './call-provider.ts'
import { type Linking, stateLivesSeconds, storeState } from './oauth-states.ts'
import type { SocialClient } from './social-client.ts'

/** The browser sends the cookie back to no other page. */
const cookiePath = '/auth/v1/callback'

/** Of its own for each journey, so that several tabs may be on their way at once. */
function cookieName(state: string): string {
  return `senda_oauth_${hashSecret(state).slice(0, 16)}`
}

/**
 * Begins the journey to a provider in the browser that asks, which gets a cookie that only this journey's end is compared
 * with: nobody can have another person's browser end a journey that they began. @returns where the provider is.
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
  const journey = { state: newSecret(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
  const url = await callProvider({ platform, c, provider, ask: () => client.authorizationUrl(journey) })
  const browserSecret = newSecret()
  await storeState(platform, { provider, redirectTo, challenge, linking, journey, browserSecret })
  setCookie(c, cookieName(journey.state), browserSecret, {
    path: cookiePath,
    httpOnly: true,
    // Not Strict: the way back begins at the provider's page.
    sameSite: 'Lax',
    secure: platform.settings.publicUrl.startsWith('https:'),
    maxAge: stateLivesSeconds,
  })
  return url.href
}

/** The secret of the browser that comes back; its cookie goes. */
export function takeBrowserSecret({ platform, c }: AuthRequest, state: string): string | undefined {
  const name = cookieName(state)
  const secret = getCookie(c, name)
  if (secret === undefined) return undefined
  deleteCookie(c, name, { path: cookiePath, secure: platform.settings.publicUrl.startsWith('https:') })
  return secret
}
