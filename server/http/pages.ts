import { transcode } from 'node:buffer'
import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import { pageCacheHeader, pageParametersHeader, pageRouteHeader } from '#contract/pages.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { onNewWords, wordsOfPage } from '#server/features/operator/usecases/operator-words.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import { newSecret } from '#server/platform/ids.ts'
import { QueueTimeoutError } from '#server/platform/limiter.ts'
import { countCachedPage } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createSharedLimiter } from '#server/platform/sender-limiters.ts'
import { createRenderingClient, type RenderingClient } from './api.ts'
import { type CachedPageListener, createCachedPageListener } from './cached-pages.ts'
import { type Addresses, createAddresses } from './canonical-address.ts'
import { contentSecurityPolicy, reportingEndpoints, securityHeaderList, takeNonce } from './content-security.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { collectContent, pageChangeOf, untilDayEndsMs } from './page-content.ts'
import { createPage, type Page, pageClockHeader, pageTag, respondWithPage } from './rendered-page.ts'
import { limitReading, originOf } from './request-limits.ts'
import type { router } from './router.ts'
import { createSparePages } from './spare-pages.ts'
import { failurePage, tooManyPage, unavailablePage } from './standalone-pages.ts'

type RenderingContext = {
  api: RenderingClient
  nonce: string
  takeHtml(html: string): void
  operator: ReturnType<typeof wordsOfPage>
}

/**
 * The browser application's server entry, from the build or from Vite. It puts the nonce on its own scripts and styles, and
 * passes a page to `takeHtml`; the body of its response is then empty.
 */
export type PageHandler = {
  fetch(request: Request, input: { context: RenderingContext }): Promise<Response>
}

const renderWithinMs = 10_000
/**
 * Rendering keeps the processor busy: more renderings simultaneously would only delay each other. One network has half of them,
 * because each address may be an expensive search.
 */
const renderings = { atOnce: 8, ofSender: 4 }
const waitForTurnMs = 4_000
/** This process keeps a page only this long while it does not listen for changes. */
const unwatchedMs = 5_000

type PagesInput = {
  platform: Platform
  router: typeof router
  load: () => Promise<PageHandler>
  development: boolean
}

/**
 * Renders and serves pages. The response depends on the address alone: a rendering sees no cookie or header of the visitor.
 * `respondFromCache` comes before the app and serves what needs no rendering.
 */
export async function createPages(input: PagesInput): Promise<{
  handle(c: Context<HttpEnv>): Promise<Response>
  respondFromCache: CachedPageListener
}> {
  const { platform } = input
  const { cache, spares, watch, isWatched } = createWatchedCache(platform)
  const addresses = createAddresses()
  const inTurn = createSharedLimiter({ ...renderings, patienceMs: waitForTurnMs })

  async function getPage(c: Context<HttpEnv>, address: string): Promise<Page> {
    watch()
    const spare = spares.findWhileAway(address)
    if (spare) return spare
    const rendering = { ...input, isWatched, learn: addresses.learn }
    const network = countedNetwork(c.var.address)
    const render = async () =>
      spares.replaceUnavailable(address, await inTurn(network, () => renderPage(address, rendering)))
    const known = cache.find(address, render)
    countCachedPage(known ? 'stale' : 'rendered')
    if (known) return await known
    await limitReading({ platform, name: 'http.page', origin: originOf(c, platform) })
    return await cache.get(address, render)
  }

  async function handle(c: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    const { address, isMoved } = addresses.canonicalOf(c.req.url)
    if (address !== pathname + search) return c.redirect(address, isMoved ? 301 : 302)
    const page = await getPage(c, address).catch((error: unknown) => {
      if (error instanceof ORPCError && error.code === 'request.too_many')
        return tooManyPage(error.data as { retryAfterSeconds: number })
      const logged = { err: error, requestId: c.var.requestId, where: 'page' }
      if (error instanceof QueueTimeoutError) {
        platform.log.warn(logged, 'too many pages at once')
        return unavailablePage()
      }
      if (isTimeout(error)) {
        platform.log.warn(logged, 'a page took too long')
        return unavailablePage()
      }
      platform.log.error(logged, 'page failed')
      return failurePage()
    })
    const response = await respondWithPage({ c, page })
    response.headers.set(...pageClockHeader(platform.clock))
    return response
  }

  const standardHeaders = await securityHeaderList(platform.settings)
  return { handle, respondFromCache: createCachedPageListener({ cache, clock: platform.clock, standardHeaders }) }
}

/** A cache that receives every change while this process listens to the database. `watch` starts it, with the first page. */
function createWatchedCache({ live, log }: Platform): {
  cache: PageCache
  spares: ReturnType<typeof createSparePages>
  watch(): void
  isWatched(): boolean
} {
  const spares = createSparePages({ now: () => performance.now() })
  const cache = createPageCache({
    now: () => performance.now(),
    onError: (error) => log.warn({ err: error, where: 'page' }, 'a stale page could not be rendered again'),
  })
  let isStarted = false
  let isListening = false
  return {
    cache,
    spares,
    isWatched: () => isListening,
    watch() {
      if (isStarted) return
      isStarted = true
      onNewWords(() => {
        cache.applyChange({ about: 'all' })
        spares.applyChange({ about: 'all' })
      })
      live.watch((message) => {
        if (typeof message === 'string') isListening = message === 'listening'
        const change = pageChangeOf(message)
        if (change) cache.applyChange(change)
        // Without the connection a change may be missed, but nothing better can be shown.
        if (change && typeof message !== 'string') spares.applyChange(change)
      })
    },
  }
}

type RenderingInput = PagesInput & { isWatched(): boolean; learn: Addresses['learn'] }

async function renderPage(
  address: string,
  { platform, router: routes, load, development, isWatched, learn }: RenderingInput,
): Promise<Page> {
  const startedAt = performance.now()
  let isUnavailable = false
  const { add, content } = collectContent()
  const api = createRenderingClient({
    platform,
    router: routes,
    onUnavailable: () => {
      isUnavailable = true
    },
    onRead: add,
  })
  const handler = await load()
  const signal = AbortSignal.timeout(renderWithinMs)
  // A HEAD is rendered as a GET, because the cache must not keep a page without its body.
  const request = new Request(`${platform.settings.publicUrl}${address}`, {
    headers: { accept: 'text/html' },
    signal,
  })
  const nonce = newSecret()
  let rendered: string | undefined
  const takeHtml = (taken: string) => {
    rendered = taken
  }
  const work = async () => {
    const response = await handler.fetch(request, {
      context: { api, nonce, takeHtml, operator: wordsOfPage() },
    })
    return { response, text: rendered ?? (await response.text()) }
  }
  // The rendering may ignore the signal, or turn it into a page about an error.
  const late = () => new DOMException('the rendering took too long', 'TimeoutError')
  const result = await withDeadline({ milliseconds: renderWithinMs, work: work(), error: late }).catch(
    (error: unknown) => {
      if (isUnavailable) return undefined
      throw error
    },
  )
  if (isUnavailable || result === undefined) return unavailablePage()
  if (signal.aborted) throw late()
  const { response, text } = result
  const { html, inline } = takeNonce({ html: encodeText(text), nonce })

  const known = response.headers.get(pageParametersHeader)?.split(',')
  if (response.status === 200 && known) learn(new URL(address, 'http://here.invalid').pathname, known)
  const cacheSeconds = development ? 0 : cacheSecondsOf({ response, address, known: known ?? [] })
  const headers = withoutInternalHeaders(response.headers)
  headers.set('cache-control', 'no-cache')
  if (headers.get('content-type')?.startsWith('text/html')) {
    const { captcha, tiles } = platform.settings
    const hosts = { captcha: captcha?.provider, tilesUrl: tiles?.url }
    headers.set('content-security-policy', contentSecurityPolicy({ ...inline, development, ...hosts }))
    if (!development) headers.set(...reportingEndpoints)
  }
  const renderedForMs = performance.now() - startedAt
  const keepForMs = Math.min(
    untilDayEndsMs(new Date(platform.clock.now().getTime() - renderedForMs)) - renderedForMs,
    isWatched() ? Number.POSITIVE_INFINITY : unwatchedMs,
  )
  if (cacheSeconds > 0) headers.set('etag', pageTag(html))
  return createPage({
    status: response.status,
    headers: [...headers],
    html,
    route: routeOf(response),
    cacheSeconds,
    keepForMs,
    shows: content,
  })
}

/** The router's name for its root, where no page is found, is no address. */
function routeOf({ headers }: Response): string {
  const route = headers.get(pageRouteHeader)
  return route?.startsWith('/') ? route : '*'
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

/**
 * Encodes in UTF-8. `Buffer.from(text)` takes twice as long for a text with one character beyond Latin-1, as most pages
 * have.
 */
function encodeText(text: string): Buffer {
  const encode = (characters: string) => transcode(Buffer.from(characters, 'utf16le'), 'utf16le', 'utf8')
  try {
    return encode(text)
  } catch {
    // Half of a character outside the first plane, as in a shortened text, cannot be written in UTF-8.
    return encode(text.toWellFormed())
  }
}

/** How long the cache may keep a page: only one that succeeds, sets no cookie and has no unknown parameter in its address. */
function cacheSecondsOf({
  response: { status, headers },
  address,
  known,
}: {
  response: Response
  address: string
  known: readonly string[]
}): number {
  if (status !== 200 || headers.has('set-cookie') || !hasOnlyParameters({ address, known })) return 0
  return Number(headers.get(pageCacheHeader) ?? 0)
}

function withoutInternalHeaders(rendered: Headers): Headers {
  const headers = new Headers(rendered)
  for (const name of [
    pageCacheHeader,
    pageParametersHeader,
    pageRouteHeader,
    'set-cookie',
    'content-length',
    'transfer-encoding',
    'connection',
  ])
    headers.delete(name)
  return headers
}

/** A longer address is a search that no second visitor repeats. */
const maxCachedAddressLength = 500

/**
 * Whether a page may be cached under its address: it has only parameters that the page reads. Unknown parameters have
 * unlimited variants, so such a page is rendered for each request.
 */
function hasOnlyParameters({ address, known }: { address: string; known: readonly string[] }): boolean {
  if (address.length > maxCachedAddressLength) return false
  const { searchParams } = new URL(address, 'http://here.invalid')
  return [...searchParams.keys()].every((name) => known.includes(name))
}
