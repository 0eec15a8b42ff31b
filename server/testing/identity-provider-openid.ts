import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type CryptoKey, exportJWK, generateKeyPair, importSPKI, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import Provider, { type Adapter, type AdapterPayload, type Configuration, interactionPolicy } from 'oidc-provider'

import type { Credentials } from './identity-provider-credentials.ts'
import { loginPage, type Person, readChoice } from './identity-provider-people.ts'

export type Keys = { signing: CryptoKey; applePrivate: string; applePublic: string }

type OpenId = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  pages: Hono<{ Bindings: HttpBindings }>
  signIdToken(input: { claims: Record<string, unknown>; expiresIn?: number; as?: 'none' | 'stranger' }): Promise<string>
}

/** Apple's paths; discovery finds Google's. */
const routes = { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' }

/** One OpenID provider in which Google and Apple are two clients. */
export async function createOpenId(input: {
  origin: string
  redirectUri: string
  credentials: Credentials
  keys: Keys
}): Promise<OpenId> {
  const { origin, credentials, keys } = input
  const kid = 'clave-de-prueba'
  const people = new Map<string, Person>()
  const jwk = { ...(await exportJWK(keys.signing)), kid, alg: 'RS256', use: 'sig' }
  const provider = new Provider(origin, configurationOf({ ...input, jwk, people }))
  checkAppleSecrets({ ...input, provider })
  reportAppleNames({ ...input, provider, people })
  discardSessions(provider)

  const pages = new Hono<{ Bindings: HttpBindings }>()
  pages.get('/choose/:uid', async (c) => {
    const { params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    return c.html(loginPage({ role: params.client_id === credentials.appleId ? 'Apple' : 'Google' }))
  })
  pages.post('/choose/:uid', async (c) => {
    const person = readChoice(new URLSearchParams(await c.req.text()))
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub }, select_account: {} }
      : { error: 'access_denied', error_description: 'End-User aborted' }
    return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
  })

  return {
    pages,
    handle: provider.callback(),
    async signIdToken({ claims, expiresIn = 300, as }) {
      const now = Math.floor(Date.now() / 1000)
      const payload = { iss: origin, aud: credentials.googleId, iat: now, exp: now + expiresIn, ...claims }
      if (as === 'none') return new UnsecuredJWT(payload).encode()
      const key = as === 'stranger' ? (await generateKeyPair('RS256')).privateKey : keys.signing
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
    },
  }
}

function configurationOf({
  credentials,
  people,
  redirectUri,
  jwk,
}: {
  redirectUri: string
  credentials: Credentials
  jwk: object
  people: Map<string, Person>
}): Configuration {
  const client = {
    redirect_uris: [redirectUri],
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_post' as const,
  }
  return {
    adapter: memoryAdapter(),
    clients: [
      { ...client, client_id: credentials.googleId, client_secret: credentials.googleSecret },
      // The real client secret is signed for each request: see checkAppleSecrets.
      { ...client, client_id: credentials.appleId, client_secret: 'unused' },
    ],
    jwks: { keys: [jwk] },
    routes,
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    // The ID token itself contains the scopes' claims, as with both providers.
    conformIdTokenClaims: false,
    pkce: { required: (_ctx, { clientId }) => clientId === credentials.googleId },
    cookies: { keys: ['firma de las cookies de prueba'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: alwaysAsk(), url: (_ctx, { uid }) => `/choose/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (ctx, sub) => {
      const person = people.get(sub)
      const isApple = ctx.oidc.client?.clientId === credentials.appleId
      return person && { accountId: sub, claims: () => claimsOf({ person, isApple }) }
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      ctx.type = 'json'
      ctx.body = out
    },
  }
}

function claimsOf({ person, isApple }: { person: Person; isApple: boolean }) {
  const { sub, email, verified, name, hd } = person
  // Apple sometimes sends this boolean as text.
  const emailClaims = email === undefined ? {} : { email, email_verified: isApple ? String(verified) : verified }
  const organisation = isApple || hd === undefined ? {} : { hd }
  return { sub, ...emailClaims, ...organisation, ...(name !== undefined && { name }) } as { sub: string }
}

/** Shows the login page in every flow. */
function alwaysAsk(): interactionPolicy.Prompt[] {
  const { Check, Prompt, base } = interactionPolicy
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  const lacksLogin = (ctx: Parameters<interactionPolicy.Check['check']>[0]) => !ctx.oidc.result?.login
  policy.get('login')?.checks.add(new Check('always', 'login is always required', lacksLogin))
  return policy
}

/** Deletes the provider's session, so that the same browser's next flow can choose another person. */
function discardSessions(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const { cookie } = ctx.req.headers
    if (cookie !== undefined)
      ctx.req.headers.cookie = cookie.replace(/_session(?:\.legacy)?(?:\.sig)?=[^;]*(?:; |$)/g, '')
    await next()
  })
}

/** Apple's client secret is a token that the client signs. Checks issuer, key, audience, subject and lifetime as Apple does. */
function checkAppleSecrets({
  provider,
  origin,
  credentials,
  keys,
}: {
  provider: Provider
  origin: string
  credentials: Credentials
  keys: Keys
}): void {
  const { prototype } = provider.Client
  const compare = prototype.compareClientSecret
  prototype.compareClientSecret = async function (secret) {
    if (this.clientId !== credentials.appleId) return compare.call(this, secret)
    try {
      const { protectedHeader } = await jwtVerify(secret, await importSPKI(keys.applePublic, 'ES256'), {
        algorithms: ['ES256'],
        issuer: credentials.appleTeam,
        audience: origin,
        subject: credentials.appleId,
        maxTokenAge: '180d',
        clockTolerance: 600,
        requiredClaims: ['exp'],
      })
      return protectedHeader.kid === credentials.appleKey
    } catch {
      return false
    }
  }
}

/** Apple's form contains `user` with the name, only for a person's first sign-in with this client. */
function reportAppleNames({
  provider,
  people,
  credentials,
}: {
  provider: Provider
  credentials: Credentials
  people: Map<string, Person>
}): void {
  const named = new Set<string>()
  provider.use(async (ctx, next) => {
    await next()
    const { client, session } = ctx.oidc ?? {}
    const person = people.get(session?.accountId ?? '')
    const isCodeForm = typeof ctx.body === 'string' && ctx.body.includes('name="code"')
    if (client?.clientId !== credentials.appleId || !person || !isCodeForm || named.has(person.sub)) return
    named.add(person.sub)
    const [firstName, ...rest] = (person.name ?? '').split(' ')
    const user = JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email: person.email })
    const field = `<input type="hidden" name="user" value="${user.replaceAll('"', '&quot;')}"/>`
    ctx.body = String(ctx.body).replace('</form>', `${field}</form>`)
  })
}

/** The test provider's memory while it runs. */
function memoryAdapter(): (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (name) => {
    const keyOf = (id: string) => `${name} ${id}`
    const find = (id: string) => Promise.resolve(rows.get(keyOf(id)))
    return {
      find,
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid && row.kind === name),
      findByUserCode: async () => undefined,
      async consume(id) {
        const row = await find(id)
        if (row) row.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}
