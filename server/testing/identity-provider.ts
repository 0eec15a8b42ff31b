import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'

import { credentials } from './identity-provider-credentials.ts'
import { createFacebook } from './identity-provider-facebook.ts'
import { createOpenId, type Keys } from './identity-provider-openid.ts'

export type IdentityProvider = {
  /** `http://localhost:…`: for a browser, a different site from Senda's 127.0.0.1. */
  origin: string
  /** For `startService({ settings: { social } })`. */
  social: {
    google: { clientId: string; clientSecret: string; issuer: string }
    facebook: { clientId: string; clientSecret: string; site: string; graph: string }
    apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string }
  }
  /** The same settings as environment variables, for a server process. */
  env: Record<string, string>
  /** An ID token as the provider issues it, for Google's client unless `claims` names another. */
  signIdToken(input: { claims: Record<string, unknown>; expiresIn?: number; as?: 'none' | 'stranger' }): Promise<string>
  stop(): Promise<void>
}

/**
 * A real OpenID provider on this machine (oidc-provider) that plays Google, Facebook and Apple, with a login page for
 * tests. Google: discovery, PKCE required. Apple: responds with a posted form, checks the ES256 client secret, sends the
 * name only the first time. Facebook: OAuth 2 at /v23.0, with an unverified e-mail address.
 *
 * Its page is one form for all three. A browser presses «Seguir como ana@example.uy» (verified),
 * «Seguir como beto@example.uy» (not verified), «Seguir como Caro, sin correo», or fills in «Correo», «Identificador»,
 * «Nombre», «Organización» and «Correo verificado» and presses «Seguir con esta cuenta»; «Cancelar» refuses. A test without a browser
 * posts the same form: `account` is ana, beto, caro, other (with email, sub, name, hd, verified=on) or cancel.
 *
 * `redirectUri`: Senda's public address with /auth/v1/callback. `port`: by default a free one.
 */
export async function startIdentityProvider({
  port,
  redirectUri,
}: {
  redirectUri: string
  port?: number
}): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port ?? 0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const keys = await createKeys()
  const openId = await createOpenId({ origin, redirectUri, credentials, keys })
  const facebook = createFacebook({ redirectUri, credentials })

  const pages = new Hono<{ Bindings: HttpBindings }>().route('/', facebook).route('/', openId.pages)
  const servePages = getRequestListener(pages.fetch)
  server.on('request', (request, response) => {
    const isPage = /^\/(?:v23\.0|choose)\//.test(request.url ?? '')
    void (isPage ? servePages(request, response) : openId.handle(request, response))
  })

  const social = {
    google: { clientId: credentials.googleId, clientSecret: credentials.googleSecret, issuer: origin },
    facebook: {
      clientId: credentials.facebookId,
      clientSecret: credentials.facebookSecret,
      site: origin,
      graph: origin,
    },
    apple: {
      clientId: credentials.appleId,
      teamId: credentials.appleTeam,
      keyId: credentials.appleKey,
      privateKey: keys.applePrivate,
      issuer: origin,
    },
  }
  return { origin, social, env: envOf(origin, keys), signIdToken: openId.signIdToken, stop: () => close(server) }
}

async function createKeys(): Promise<Keys> {
  const signing = await generateKeyPair('RS256', { extractable: true })
  const apple = await generateKeyPair('ES256', { extractable: true })
  return {
    signing: signing.privateKey,
    applePrivate: await exportPKCS8(apple.privateKey),
    applePublic: await exportSPKI(apple.publicKey),
  }
}

function envOf(origin: string, keys: Keys): Record<string, string> {
  return {
    SOCIAL_TEST_ISSUER: origin,
    GOOGLE_CLIENT_ID: credentials.googleId,
    GOOGLE_CLIENT_SECRET: credentials.googleSecret,
    FACEBOOK_CLIENT_ID: credentials.facebookId,
    FACEBOOK_CLIENT_SECRET: credentials.facebookSecret,
    APPLE_CLIENT_ID: credentials.appleId,
    APPLE_TEAM_ID: credentials.appleTeam,
    APPLE_KEY_ID: credentials.appleKey,
    APPLE_PRIVATE_KEY: keys.applePrivate,
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
