import { getCookie, setCookie } from 'hono/cookie'

import { isSameSite } from '#server/api/same-site.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { kinds } from '../rules/token-kinds.ts'

const cookieName = 'senda_sign_up'
/** The browser sends the cookie to no other page. */
const cookiePath = '/auth/v1/verify'

type OfUser = { userId: string }

/**
 * Lets this browser follow the mailed link of its own sign-up without being asked who signed up, for as long as the link is valid.
 * Only a form of ours sets it: a page of another site could otherwise sign up with a visitor's address in the visitor's browser.
 */
export function rememberSignUp(request: AuthRequest, { userId }: OfUser): void {
  const { platform, c } = request
  const { publicUrl } = platform.settings
  if (!isSameSite({ request: c.req.raw, publicUrl })) return
  setCookie(c, cookieName, markOf(request, { userId }), {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: kinds.signup.lifetimeMs / 1000,
    secure: publicUrl.startsWith('https:'),
  })
}

/** Whether the account was created in this browser. */
export function isSignUpBrowser(request: AuthRequest, { userId }: OfUser): boolean {
  return getCookie(request.c, cookieName) === markOf(request, { userId })
}

function markOf({ platform }: AuthRequest, { userId }: OfUser): string {
  return keyedHash({ secret: platform.secret, purpose: 'sign-up browsers', text: userId })
}
