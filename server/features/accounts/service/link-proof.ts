import { setCookie } from 'hono/cookie'

import type { ServiceRequest } from './endpoint.ts'

const livesSeconds = 60

/**
 * Names the session that the button behind a mailed link has just opened in this browser. Anybody can write an address
 * with the tokens of an account of their own; the page takes only those of the session that this cookie names. It is read
 * by the page's own code, and is no secret: it opens nothing.
 */
export function leaveLinkProof({ platform, c, sessionId }: ServiceRequest & { sessionId: string }): void {
  const secure = platform.settings.publicUrl.startsWith('https:')
  setCookie(c, 'senda_link', sessionId, {
    path: '/',
    sameSite: 'Strict',
    maxAge: livesSeconds,
    // With this prefix no other host of the same domain could have set it.
    ...(secure && { secure: true, prefix: 'host' as const }),
  })
}
