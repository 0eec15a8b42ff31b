import { hash } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const captchaHosts = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
}
export type CaptchaProvider = keyof typeof captchaHosts

export type InlineCode = { scripts: readonly (string | Buffer)[]; styles: readonly (string | Buffer)[] }

/**
 * Removes the nonce of one rendering from its page, and returns the contents of the scripts and styles that carried it.
 * Injected code cannot know the nonce, and so is not among them. It works on bytes: a search in a text that is not Latin-1
 * takes several times as long.
 */
export function takeNonce({ nonce, html }: { html: Buffer; nonce: string }): {
  html: Buffer<ArrayBuffer>
  inline: InlineCode
} {
  const attribute = Buffer.from(` nonce="${nonce}"`)
  const inline = { scripts: [] as Buffer[], styles: [] as Buffer[] }
  // The parts between the attributes, collected here so that the page is searched only once.
  const parts: Buffer[] = []
  let from = 0
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, from)) {
    parts.push(html.subarray(from, at))
    from = at + attribute.length
    const [start, end] = [html.lastIndexOf('<', at), html.indexOf('>', at)]
    const openingTag = html.toString('latin1', start, end)
    const element = /^<(script|style)\b/.exec(openingTag)?.[1]
    if (element === undefined) continue
    const close = html.indexOf(`</${element}>`, end)
    if (close < 0) continue
    // Structured data is not code, and 'self' covers a script with a `src`.
    if (/\ssrc=|application\/(?:ld\+)?json/.test(openingTag)) continue
    inline[element === 'style' ? 'styles' : 'scripts'].push(html.subarray(end + 1, close))
  }
  parts.push(html.subarray(from))
  return { html: withoutNote({ html: Buffer.concat(parts), nonce }), inline }
}

/** The router also writes the nonce for its own scripts in the browser, which need none. */
function withoutNote({ html, nonce }: { html: Buffer<ArrayBuffer>; nonce: string }): Buffer<ArrayBuffer> {
  const start = html.indexOf(`<meta property="csp-nonce" content="${nonce}"`)
  return start < 0 ? html : Buffer.concat([html.subarray(0, start), html.subarray(html.indexOf('>', start) + 1)])
}

/**
 * The policy of one HTML page: only files of this origin, and exactly these inline scripts and styles.
 * It lists hashes, because a nonce would require changing the cached and compressed page for each request.
 * `development` lets Vite inject styles and open its socket. `captcha` is the provider whose check the pages show,
 * and `tilesUrl` the setting TILES_URL.
 */
export function contentSecurityPolicy(
  input: Partial<InlineCode> & { development?: boolean; captcha?: CaptchaProvider; tilesUrl?: string },
): string {
  const captcha = input.captcha === undefined ? [] : [captchaHosts[input.captcha]]
  // A browser ignores 'unsafe-inline' beside a hash.
  const styles = input.development ? ["'unsafe-inline'"] : hashesOf(input.styles)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(input.scripts), ...captcha].join(' '),
    ["style-src 'self'", ...styles, ...captcha].join(' '),
    ["img-src 'self' blob:", ...(input.tilesUrl === undefined ? [] : [new URL(input.tilesUrl).origin])].join(' '),
    ["connect-src 'self'", ...(input.development ? ['ws: wss:'] : []), ...captcha].join(' '),
    // Only code of this origin makes a blob, and its frame inherits this policy: staff read documents in one.
    ["frame-src 'self' blob:", ...captcha].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Older browsers know the first, newer ones the second, whose name is in reportingEndpoints.
    ...(input.development ? [] : ['report-uri /csp-reports', 'report-to csp']),
  ].join('; ')
}

/** The header of a page with that policy. */
export const reportingEndpoints = ['reporting-endpoints', 'csp="/csp-reports"'] as const

function hashesOf(contents: readonly (string | Buffer)[] = []): string[] {
  const hashes = contents.map((content) => `'sha256-${hash('sha256', content, 'base64')}'`)
  return [...new Set(hashes)]
}

/**
 * The headers are for every response. A page has its own policy; a response without one may load nothing, wherever it
 * is opened.
 */
export function securityHeaders({ production }: { production: boolean }): MiddlewareHandler {
  return secureHeaders({
    // Of all these headers, only the content security policy is ever set by a route.
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { geolocation: ['self'], camera: [], microphone: [], payment: [] },
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: production && 'max-age=31536000; includeSubDomains',
    // Other origins may use our images and the authentication service; the rest serves obsolete browsers.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/** What securityHeaders() adds to every response, for responses that do not pass the middleware. */
export async function securityHeaderList({ production }: { production: boolean }): Promise<[string, string][]> {
  const app = new Hono().use(securityHeaders({ production })).get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers]
}
