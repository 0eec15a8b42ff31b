import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

import type { HttpEnv } from './context.ts'

/** Map tiles are the one thing that pages load from elsewhere. */
const tileHosts = 'https://tile.openstreetmap.org'

const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g

/**
 * The policy of one HTML page: only our own files, and exactly the inline scripts and styles that it was rendered with.
 * By hash and not by nonce, so that the cached and compressed page is sent as it is.
 * `development` lets Vite inject styles and open its socket.
 */
export function contentSecurityPolicy(o: { html: string; development: boolean }): string {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, element, attributes = '', content = ''] of o.html.matchAll(inlineElement)) {
    // Structured data is no code; a script with an address is covered by 'self'.
    if (/\ssrc=|application\/(?:ld\+)?json/.test(attributes)) continue
    hashes[element === 'style' ? 'style' : 'script'].add(
      `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    )
  }
  // A browser ignores 'unsafe-inline' beside a hash.
  const styles = o.development ? ["'unsafe-inline'"] : [...hashes.style]
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.script].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    `img-src 'self' blob: ${tileHosts}`,
    o.development ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For every answer. A page brings a policy of its own; what has none may not load anything, wherever it is opened. */
export function securityHeaders(o: { production: boolean }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('x-request-id', c.var.requestId)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=()')
    headers.set('cross-origin-opener-policy', 'same-origin')
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    if (o.production) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}
