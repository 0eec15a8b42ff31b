import { setCookie } from 'hono/cookie'

import type { AuthRequest } from '../protocol/request.ts'

const lifetimeSeconds = 60

/**
 * Proves to the page that this service caused the redirect. The cookie names the session that a mailed link opened, or the
 * error code with which the link or a provider's callback failed. A stranger can craft a URL with tokens of their own account
 * or with a false alarm; the page accepts only what the cookie names. The page's script reads the cookie, which is not a secret.
 */
export function setLinkProof({ platform, c, proves }: Pick<AuthRequest, 'platform' | 'c'> & { proves: string }): void {
  const secure = platform.settings.publicUrl.startsWith('https:')
  setCookie(c, 'senda_link', proves, {
    path: '/',
    sameSite: 'Strict',
    maxAge: lifetimeSeconds,
    // With this prefix no other host of the same domain can set it.
    ...(secure && { secure: true, prefix: 'host' as const }),
  })
}
