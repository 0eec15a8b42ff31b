import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#server/platform/clock.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { countCachedPage } from '#server/platform/metrics.ts'
import { acceptedEncoding, type Encoding } from './compression.ts'
import { noteDirectResponse } from './observed-requests.ts'
import type { PageCache } from './page-cache.ts'
import { type Page, pageClockHeader } from './rendered-page.ts'

type Headers = readonly (readonly [string, string])[]
/** Alternating names and values, as Node's HTTP server takes them. */
type HeaderList = readonly string[]
type PreparedResponse = {
  /** One character per byte: Node writes a string together with the headers, but a Buffer separately, which is a third slower. */
  body: string
  headers: HeaderList
  etag: string | undefined
  unchangedHeaders: HeaderList
}

/** Returns false, and leaves the request alone, when it isn't for a fresh page in the cache. */
export type CachedPageListener = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Responds to requests for fresh cached pages directly on Node's HTTP server. Such a response depends on the address and the
 * encoding alone, so its headers are prepared once and the middleware, which would take several times as long, is skipped.
 * `standardHeaders` are what the middleware adds to every response, besides the request's id. `clock` tells the browser the time.
 */
export function createCachedPageListener({
  cache,
  clock,
  standardHeaders,
}: {
  cache: PageCache
  clock: Clock
  standardHeaders: Headers
}): CachedPageListener {
  const prepared = new WeakMap<Page, Map<Encoding, PreparedResponse>>()

  function responseOf(page: Page, encoding: Encoding): PreparedResponse | undefined {
    const known = prepared.get(page)?.get(encoding)
    if (known) return known
    const body = page.readyBody(encoding)
    if (!body) return undefined
    const response = prepareResponse({ page, encoding, body, standardHeaders })
    const byEncoding = prepared.get(page) ?? new Map<Encoding, PreparedResponse>()
    prepared.set(page, byEncoding.set(encoding, response))
    return response
  }

  return ({ method, url, headers }, response) => {
    // The app handles HEAD and requests with a body, which are rare.
    if (method !== 'GET' || url === undefined || hasBody(headers)) return false
    const page = cache.findFresh(url)
    const ready = page && responseOf(page, acceptedEncoding(headers['accept-encoding']))
    if (!ready) return false
    const isUnchanged = ready.etag !== undefined && headers['if-none-match'] === ready.etag
    const id = newRequestId()
    noteDirectResponse({ id, route: page.route })
    countCachedPage('fresh')
    const ofRequest = ['x-request-id', id, ...pageClockHeader(clock)]
    response.writeHead(
      isUnchanged ? 304 : page.status,
      (isUnchanged ? ready.unchangedHeaders : ready.headers).concat(ofRequest),
    )
    if (isUnchanged) response.end()
    else response.end(ready.body, 'latin1')
    return true
  }
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function prepareResponse({
  page,
  encoding,
  body,
  standardHeaders,
}: {
  page: Page
  encoding: Encoding
  body: Buffer
  standardHeaders: Headers
}): PreparedResponse {
  const headers = new Map(standardHeaders)
  for (const [name, value] of page.headers) headers.set(name, value)
  headers.set('vary', 'accept-encoding')
  const unchangedHeaders = [...headers].flat()
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return { body: body.toString('latin1'), headers: [...headers].flat(), etag: headers.get('etag'), unchangedHeaders }
}
