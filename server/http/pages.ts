import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'

import { pageCacheHeader, pageParametersHeader } from '#contract/pages.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { newSecret } from '#server/platform/ids.ts'
import { createLimiter, QueueTimeoutError } from '#server/platform/limiter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createRenderingClient, type RenderingClient } from './api.ts'
import { contentSecurityPolicy, takeNonce } from './content-security.ts'
import { hasOnly, withoutTracking } from './page-address.ts'
import { answerPage, createPage, createPageCache, type Page, pageTag } from './page-cache.ts'
import { limitReading } from './read-limits.ts'
import type { router } from './router.ts'
import { failurePage, tooManyPage, unavailablePage } from './standalone-pages.ts'

/** The browser application's server entry, built or from Vite. It puts the nonce on the scripts and styles that are its own. */
export type PageHandler = {
  fetch(request: Request, input: { context: { api: RenderingClient; nonce: string } }): Promise<Response>
}

const renderWithinMs = 10_000
/** Rendering is work for the processor: more at once would only make each of them late. */
const renderingsAtOnce = 8
const waitForTurnMs = 4_000

/** Renders and answers pages. The answer depends on the address alone: no cookie or header of the visitor gets into a rendering. */
export function createPages(input: {
  platform: Platform
  router: typeof router
  load: () => Promise<PageHandler>
  development: boolean
}): (c: Context<HttpEnv>) => Promise<Response> {
  const { settings, log } = input.platform
  const cache = createPageCache({ now: () => performance.now() })
  const inTurn = createLimiter({ atOnce: renderingsAtOnce, patienceMs: waitForTurnMs })

  async function render(address: string): Promise<Page> {
    let unavailable = false
    const api = createRenderingClient({
      platform: input.platform,
      router: input.router,
      onUnavailable: () => {
        unavailable = true
      },
    })
    const handler = await input.load()
    // GET for a HEAD, too: an emptied page must not get into the cache.
    const request = new Request(`${settings.publicUrl}${address}`, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(renderWithinMs),
    })
    const nonce = newSecret()
    const response = await handler.fetch(request, { context: { api, nonce } })
    const { html: text, inline } = takeNonce({ html: await response.text(), nonce })
    if (unavailable) return unavailablePage()

    const headers = new Headers(response.headers)
    const asked = Number(headers.get(pageCacheHeader) ?? 0)
    const known = headers.get(pageParametersHeader)?.split(',') ?? []
    const mayKeep =
      response.status === 200 && !headers.has('set-cookie') && !input.development && hasOnly({ address, known })
    for (const name of [
      pageCacheHeader,
      pageParametersHeader,
      'set-cookie',
      'content-length',
      'transfer-encoding',
      'connection',
    ])
      headers.delete(name)
    const html = Buffer.from(text)
    headers.set('cache-control', 'no-cache')
    if (headers.get('content-type')?.startsWith('text/html')) {
      headers.set(
        'content-security-policy',
        contentSecurityPolicy({ ...inline, development: input.development, captcha: settings.captcha?.provider }),
      )
    }
    if (mayKeep && asked > 0) headers.set('etag', pageTag(html))
    return createPage({ status: response.status, headers: [...headers], html, cacheSeconds: mayKeep ? asked : 0 })
  }

  async function getPage(c: Context<HttpEnv>): Promise<Page> {
    const { pathname, search } = new URL(c.req.url)
    const address = pathname + search
    const known = cache.find(address)
    if (known) return await known
    await limitReading({ platform: input.platform, name: 'http.page', address: c.var.address })
    return await cache.get(address, () => inTurn(() => render(address)))
  }

  return async (c) => {
    // The browser has to see the same address as the rendering, or it would render the page anew.
    const shorter = withoutTracking(c.req.url)
    if (shorter !== undefined) return c.redirect(shorter)
    const page = await getPage(c).catch((error: unknown) => {
      if (error instanceof ORPCError && error.code === 'request.too_many')
        return tooManyPage(error.data as { retryAfterSeconds: number })
      const about = { err: error, requestId: c.var.requestId, where: 'page' }
      if (error instanceof QueueTimeoutError) {
        log.warn(about, 'too many pages at once')
        return unavailablePage()
      }
      log.error(about, 'page failed')
      return failurePage()
    })
    return await answerPage({ c, page })
  }
}
