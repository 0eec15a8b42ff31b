import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  type Configuration,
  enableNonRepudiationChecks,
} from 'openid-client'
import { minuteMs } from '#server/platform/local-time.ts'

import type { Platform } from '#server/platform/platform.ts'

import type { FlowSecrets } from './social-client.ts'

/** One request of ours needs at most three responses in sequence, which together stay below its own timeout. */
export const respondWithinSeconds = 3

const cachedMs = 30 * minuteMs
const connections = new WeakMap<object, { opening: Promise<Configuration>; openedAt: number }>()

/**
 * The provider's configuration for these settings, cached for half an hour. Failures are not cached: the next request tries
 * again.
 */
export function connection({
  settings,
  open,
}: {
  settings: object
  open(): Promise<Configuration>
}): Promise<Configuration> {
  const known = connections.get(settings)
  if (known && performance.now() - known.openedAt < cachedMs) return known.opening
  const opening = open()
  connections.set(settings, { opening, openedAt: performance.now() })
  opening.catch(() => connections.delete(settings))
  return opening
}

export function callbackUrl(platform: Platform): string {
  return `${platform.settings.publicUrl}/auth/v1/callback`
}

/** Applied to every provider's configuration. ID tokens are verified with its keys, although they come directly from it. */
export function precautions(input: {
  platform: Platform
  address: string
}): ((configuration: Configuration) => void)[] {
  const waitAtMost = (configuration: Configuration): void => {
    configuration.timeout = respondWithinSeconds
  }
  const always = [waitAtMost, enableNonRepudiationChecks]
  return mayUsePlainHttp(input) ? [...always, allowInsecureRequests] : always
}

/** Only a provider on this machine, which replaces the real ones in tests, may be used without TLS. */
function mayUsePlainHttp({ address, platform }: { platform: Platform; address: string }): boolean {
  const { protocol, hostname } = new URL(address)
  return !platform.settings.production && protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

/** Exchanges the code of the provider's redirect. The state is verified, as its row was found and deleted; the library verifies the rest. */
export async function readClaims({
  platform,
  parameters,
  configuration,
  state,
  nonce,
  withPkce,
  codeVerifier,
}: FlowSecrets & {
  platform: Platform
  configuration: Configuration
  parameters: URLSearchParams
  withPkce: boolean
}): Promise<unknown> {
  const address = new URL(callbackUrl(platform))
  address.search = parameters.toString()
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(withPkce && { pkceCodeVerifier: codeVerifier }),
  })
  return tokens.claims()
}

const keySets = new WeakMap<Configuration, ReturnType<typeof createRemoteJWKSet>>()

/** The claims of an ID token that the client sent us. @throws JOSEError */
export async function verifyIdToken({
  configuration,
  idToken,
  issuers,
  clientId,
  platform,
}: {
  platform: Platform
  configuration: Configuration
  idToken: string
  issuers: string[]
  clientId: string
}): Promise<JWTPayload> {
  const { jwks_uri: address = '' } = configuration.serverMetadata()
  const keys =
    keySets.get(configuration) ??
    createRemoteJWKSet(new URL(address), { timeoutDuration: respondWithinSeconds * 1000, cooldownDuration: 5_000 })
  keySets.set(configuration, keys)
  const { payload } = await jwtVerify(idToken, keys, {
    algorithms: ['RS256'],
    issuer: issuers,
    audience: clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: 5,
    currentDate: platform.clock.now(),
  })
  return payload
}
