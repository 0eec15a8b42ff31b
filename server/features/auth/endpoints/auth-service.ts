import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import { brand } from '#contract/brand.ts'
import { createFormGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccountResets } from '../links/account-resets.ts'
import { errorResponse, failAuth, toAuthError } from '../protocol/errors.ts'
import type { AuthRequest, Endpoint } from '../protocol/request.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { countSignIn } from '../sessions/count-sign-in.ts'
import { publicKeys } from '../sessions/signing-keys.ts'
import { userResponse } from '../sessions/user-response.ts'
import { authorize, authorizeLinking } from './authorize.ts'
import { callback, callbackForm } from './callback.ts'
import { enrollFactor } from './enroll-factor.ts'
import { logOut } from './log-out.ts'
import { otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { removeFactor } from './remove-factor.ts'
import { resend } from './resend.ts'
import { signUp } from './sign-up.ts'
import { token } from './token.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { updateUser } from './update-user.ts'
import { verify } from './verify.ts'
import { challengeFactor, verifyFactor } from './verify-factor.ts'
import { verifyPage } from './verify-page.ts'

const respondWithinMs = 10_000
/**
 * The share of the connections for requests, so that sign-ins that wait for a lock leave the others to pages and the
 * API.
 */
const shareOfConnections = 0.3
const waitForTurnMs = 4_000

/** Reads that change nothing. A mail scanner opens a mailed link with HEAD, too, and that page uses up nothing. */
const answersHead: ReadonlySet<string> = new Set(['/verify', '/user', '/settings', '/health', '/.well-known/jwks.json'])

/**
 * The authentication service, which implements Supabase Auth's protocol. Mounted at /auth/v1.
 * `captchaUrl`: only in tests, the endpoint that checks captchas instead of the configured provider's.
 */
export function createAuthService(
  platform: Platform,
  input: { resets: AccountResets; captchaUrl?: string },
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => {
    const where = `${c.req.method} ${c.req.path}`
    const authError = toAuthError({ error, log: platform.log, requestId: c.var.requestId, where })
    // The rest of the body is unread, so the connection can't be reused.
    if (authError.status === 413 || authError.status === 408) c.header('Connection', 'close')
    return errorResponse({ c, error: authError })
  })
  // Any origin is allowed: the token in the header identifies the user, never a cookie.
  const exposeHeaders = ['X-Supabase-Api-Version', 'X-Total-Count', 'Link', 'Retry-After']
  app.use(async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set('access-control-allow-origin', '*')
    headers.set('access-control-expose-headers', exposeHeaders.join(','))
  })
  // Hono's middleware sets its headers before the response exists, and so makes a second response of every one. Only preflights
  // need it.
  app.options(
    '*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
      exposeHeaders,
      maxAge: 600,
    }),
  )
  // Before the timeout: a body that arrives slowly gets 408 for its own reason.
  app.use(limitUsualBodies({ guardOf: createFormGuard }))
  app.use(timeout(respondWithinMs, new HTTPException(504)))
  // After the body, so that a slow connection keeps no turn.
  const inTurn = createLimiter({
    atOnce: Math.max(1, Math.floor(shareOfConnections * platform.settings.databaseConnections)),
    patienceMs: waitForTurnMs,
  })
  app.use((_, next) => inTurn(next))

  const addEndpoint = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, endpoint: Endpoint) => {
    app.on(method, path, (c) => {
      // Hono answers HEAD with the GET, which may use up a code or send a mail.
      if (c.req.method === 'HEAD' && !answersHead.has(path)) return c.body(null, 405, { allow: method })
      return endpoint({ platform, c, ...input })
    })
  }
  addEndpoint('POST', '/signup', signUp)
  addEndpoint('POST', '/token', token)
  addEndpoint('POST', '/logout', logOut)
  addEndpoint('GET', '/user', readUser)
  addEndpoint('PUT', '/user', updateUser)
  addEndpoint('POST', '/otp', otp)
  addEndpoint('POST', '/recover', recover)
  addEndpoint('POST', '/resend', resend)
  addEndpoint('GET', '/verify', verifyPage)
  addEndpoint('POST', '/verify', (request) => countSignIn(verify(request)))
  addEndpoint('GET', '/reauthenticate', reauthenticate)
  // There is no single sign-on, so neither body nor captcha is read.
  addEndpoint('POST', '/sso', () => {
    throw failAuth('saml_provider_disabled')
  })
  addEndpoint('POST', '/factors', enrollFactor)
  addEndpoint('POST', '/factors/:factorId/challenge', challengeFactor)
  addEndpoint('POST', '/factors/:factorId/verify', verifyFactor)
  addEndpoint('DELETE', '/factors/:factorId', removeFactor)
  addEndpoint('GET', '/authorize', authorize)
  addEndpoint('GET', '/callback', callback)
  addEndpoint('POST', '/callback', callbackForm)
  addEndpoint('GET', '/user/identities/authorize', authorizeLinking)
  addEndpoint('DELETE', '/user/identities/:identityId', unlinkIdentity)
  addEndpoint('GET', '/settings', settings)
  addEndpoint('GET', '/health', health)
  addEndpoint('GET', '/.well-known/jwks.json', jwks)
  app.all('*', () => {
    throw failAuth('not_found')
  })
  return app
}

/** GET /user */
async function readUser(request: AuthRequest): Promise<Response> {
  const { user } = await requireBearer(request)
  return request.c.json(userResponse(user))
}

/** GET /settings: the enabled sign-in methods. */
function settings({ platform, c }: AuthRequest): Response {
  const { social, requireEmailConfirmation } = platform.settings
  return c.json({
    external: {
      anonymous_users: false,
      apple: social.apple !== undefined,
      email: true,
      facebook: social.facebook !== undefined,
      google: social.google !== undefined,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: !requireEmailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** GET /health */
function health({ c }: AuthRequest): Response {
  return c.json({ name: `${brand.name} Auth`, version: 'v1', description: 'Accounts and sessions' })
}

/** GET /.well-known/jwks.json */
async function jwks({ platform, c }: AuthRequest): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: await publicKeys(platform) })
}
