import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'

import { createFormGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import type { Platform } from '#server/platform/platform.ts'
import { errorResponse, failAuth, toAuthError } from '../protocol/errors.ts'
import type { AuthRequest, Endpoint } from '../protocol/request.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { userResponse } from '../sessions/user-response.ts'
import { health, jwks, settings } from './about.ts'
import { authorize } from './authorize.ts'
import { authorizeLinking } from './authorize-linking.ts'
import { callback, callbackForm } from './callback.ts'
import { challengeFactor } from './challenge-factor.ts'
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
import { verifyFactor } from './verify-factor.ts'
import { verifyPage } from './verify-page.ts'

const answerWithinMs = 10_000

/**
 * The authentication service, which implements Supabase Auth's protocol. Mounted at /auth/v1.
 * `captchaUrl`: only in tests, the endpoint that checks captchas instead of the configured provider's.
 */
export function createAuthService(platform: Platform, input: { captchaUrl?: string } = {}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => {
    const where = `${c.req.method} ${c.req.path}`
    const answer = toAuthError({ error, log: platform.log, requestId: c.var.requestId, where })
    // The rest of the body is unread, so the connection can't be reused.
    if (answer.status === 413) c.header('Connection', 'close')
    return errorResponse({ c, error: answer })
  })
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  // Any origin is allowed: the token in the header identifies the user, never a cookie.
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
      exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
      maxAge: 600,
    }),
  )
  app.use(timeout(answerWithinMs, new HTTPException(504)))
  app.use(limitUsualBodies({ guardOf: createFormGuard }))

  const answer = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, endpoint: Endpoint) => {
    app.on(method, path, (c) => endpoint({ platform, c, ...input }))
  }
  answer('POST', '/signup', signUp)
  answer('POST', '/token', token)
  answer('POST', '/logout', logOut)
  answer('GET', '/user', readUser)
  answer('PUT', '/user', updateUser)
  answer('POST', '/otp', otp)
  answer('POST', '/recover', recover)
  answer('POST', '/resend', resend)
  answer('GET', '/verify', verifyPage)
  answer('POST', '/verify', verify)
  answer('GET', '/reauthenticate', reauthenticate)
  // There is no single sign-on, so neither body nor captcha is read.
  answer('POST', '/sso', () => {
    throw failAuth('saml_provider_disabled')
  })
  answer('POST', '/factors', enrollFactor)
  answer('POST', '/factors/:factorId/challenge', challengeFactor)
  answer('POST', '/factors/:factorId/verify', verifyFactor)
  answer('DELETE', '/factors/:factorId', removeFactor)
  answer('GET', '/authorize', authorize)
  answer('GET', '/callback', callback)
  answer('POST', '/callback', callbackForm)
  answer('GET', '/user/identities/authorize', authorizeLinking)
  answer('DELETE', '/user/identities/:identityId', unlinkIdentity)
  answer('GET', '/settings', settings)
  answer('GET', '/health', health)
  answer('GET', '/.well-known/jwks.json', jwks)
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
