import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { HttpEnv } from '#server/api/context.ts'
import { acceptedEncoding, compress, type Encoding } from './compression.ts'

/** A rendered page, the same for every visitor. */
export type Page = {
  status: number
  /** Without content-length and content-encoding. */
  headers: readonly (readonly [string, string])[]
  html: Buffer<ArrayBuffer>
  /** The html in this encoding, compressed on first request and kept. */
  body(encoding: Encoding): Promise<Buffer<ArrayBuffer>>
  /** For how long it may be cached; 0 for never. */
  cacheSeconds: number
}

export function createPage(input: Omit<Page, 'body'>): Page {
  const bodies = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  return {
    ...input,
    body(encoding) {
      const known = bodies.get(encoding)
      if (known) return known
      const body = compress({ content: input.html, encoding })
      bodies.set(encoding, body)
      return body
    },
  }
}

/** Equal for equal content, in every encoding. */
export function pageTag(html: Uint8Array): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
}

/** Answers with the page in the best encoding that the browser accepts, or with 304 when the browser has it already. */
export async function answerPage({ c, page }: { c: Context<HttpEnv>; page: Page }): Promise<Response> {
  const headers = new Headers(page.headers.map(([name, value]): [string, string] => [name, value]))
  headers.set('vary', 'accept-encoding')
  const etag = headers.get('etag')
  if (etag !== null && c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (page.html.length === 0) return new Response(null, { status: page.status, headers })

  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  const body = await page.body(encoding)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(c.req.method === 'HEAD' ? null : body, { status: page.status, headers })
}

/** Of each kind. `maxBytes` counts uncompressed HTML; the compressed forms add about a third. */
const maxPages = 250
const maxBytes = 24 * 1024 * 1024

/**
 * Pages by address, for as long as each may be cached. Requests for an address that is being rendered wait for that one
 * rendering, so that an expired page in demand is not rendered a hundred times simultaneously.
 * Pages with parameters have a cache of their own: a visitor can request any number of them, as with each search, and they
 * must not evict the home page.
 */
export function createPageCache({ now }: { now(): number }): {
  /** The page when it is cached or being rendered. */
  find(address: string): Promise<Page> | undefined
  get(address: string, render: () => Promise<Page>): Promise<Page>
} {
  const create = () =>
    new LRUCache<string, Page>({
      max: maxPages,
      maxSize: maxBytes,
      // A size must be positive.
      sizeCalculation: ({ html }) => Math.max(1, html.length),
      perf: { now },
      ttlResolution: 0,
    })
  const [plain, withParameters] = [create(), create()]
  const rendering = new Map<string, Promise<Page>>()
  const cacheOf = (address: string) => (address.includes('?') ? withParameters : plain)

  function find(address: string): Promise<Page> | undefined {
    const page = cacheOf(address).get(address)
    return page ? Promise.resolve(page) : rendering.get(address)
  }

  return {
    find,
    async get(address, render) {
      const known = find(address)
      if (known) return await known
      const work = render()
      rendering.set(address, work)
      try {
        const page = await work
        if (page.cacheSeconds > 0) cacheOf(address).set(address, page, { ttl: page.cacheSeconds * 1000 })
        return page
      } finally {
        rendering.delete(address)
      }
    },
  }
}
