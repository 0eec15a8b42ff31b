import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'

import { isSameSite } from '#server/api/same-site.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { kinds } from '../rules/token-kinds.ts'

const cookieName = 'senda_sign_up'
/** The browser sends the cookie to no other page. */
const cookiePath = '/auth/v1/verify'

type OfUser = { userId: string }

/**
 * The Set-Cookie header that lets a browser follow the mailed link of its own sign-up without being asked who signed up, for as long
 * as the link is valid. Only a form of ours may set it: a page of another site could otherwise sign up with a visitor's address in
 * the visitor's browser.
 */
export function signUpCookie({ platform, userId }: OfUser & { platform: Platform }): string {
  return serialize(cookieName, markOf({ platform, userId }), {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: kinds.signup.lifetimeMs / 1000,
    secure: platform.settings.publicUrl.startsWith('https:'),
  })
}

/** Sets that cookie if a page of ours has sent the request. */
export function rememberSignUp(request: AuthRequest, account: OfUser): void {
  const { platform, c } = request
  if (isSameSite({ request: c.req.raw, publicUrl: platform.settings.publicUrl })) keepSignUp(request, account)
}

/** Sets that cookie, for a caller who knows that this browser signed up. */
export function keepSignUp({ platform, c }: AuthRequest, { userId }: OfUser): void {
  c.header('Set-Cookie', signUpCookie({ platform, userId }), { append: true })
}

/** Whether the account was created in this browser. */
export function isSignUpBrowser({ platform, c }: AuthRequest, { userId }: OfUser): boolean {
  return getCookie(c, cookieName) === markOf({ platform, userId })
}

function markOf({ platform, userId }: OfUser & { platform: Platform }): string {
  return keyedHash({ secret: platform.secret, purpose: 'sign-up browsers', text: userId })
}
