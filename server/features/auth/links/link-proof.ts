import { setCookie } from 'hono/cookie'

import type { AuthRequest } from '../protocol/request.ts'

const livesSeconds = 60

/**
 * Names what this service has just led to in this browser: the session that the button behind a mailed link opened, or
 * the code of why that, or a way back from another provider, opened none. Anybody can write an address with the tokens of
 * an account of their own, or with an alarm; the page takes only what this cookie names. It is read by the page's own
 * code, and is no secret: it opens nothing.
 */
export function leaveLinkProof({ platform, c, proves }: AuthRequest & { proves: string }): void {
  const secure = platform.settings.publicUrl.startsWith('https:')
  setCookie(c, 'senda_link', proves, {
    path: '/',
    sameSite: 'Strict',
    maxAge: livesSeconds,
    // With this prefix no other host of the same domain could have set it.
    ...(secure && { secure: true, prefix: 'host' as const }),
  })
}
