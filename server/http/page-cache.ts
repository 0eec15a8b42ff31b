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
  /** For how long it is fresh; 0 when it may not be cached. */
  cacheSeconds: number
  /** When it must not be shown any more, however fresh it is. */
  keepForMs?: number
  shows: PageContent
}

/** Whose changes make a page wrong: the centres that it shows, and any centre when it shows lists of them. */
export type PageContent = { centers: ReadonlySet<string>; lists: boolean }

/** A page that shows no centre. */
const showsNoCenter: PageContent = { centers: new Set(), lists: false }

export function createPage(input: Omit<Page, 'body' | 'shows'> & { shows?: PageContent }): Page {
  const bodies = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  return {
    shows: showsNoCenter,
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

export type PageCache = ReturnType<typeof createPageCache>

/** For each of the two caches. `maxBytes` counts uncompressed HTML; the compressed forms add about a third. */
const maxPages = 250
const maxBytes = 24 * 1024 * 1024
/** A centre that takes bookings all the time must not have its pages rendered all the time. */
const calmMs = 1000

/**
 * What changed: a centre's appointments, which affect its free times; anything else of a centre, as its prices or its
 * publication, which may also change a list that does not show it yet; or something that any page may show.
 */
export type PageChange = { about: 'appointments' | 'center'; centerId: string } | { about: 'all' }

/** A page, and when it is replaced by a new rendering or deleted. */
type Entry = { page: Page; renderedAt: number; freshUntil: number; keptUntil: number }
type Rendering = { page: Promise<Page>; changedCenters: Set<string> }
type PageCacheInput = {
  now(): number
  /** A stale page could not be rendered again. */
  onError?(error: unknown): void
}

/**
 * Pages by address, until something on them changes, and otherwise for as long as each may be cached. Requests for an
 * address that is being rendered wait for that one rendering.
 *
 * A page is fresh for `cacheSeconds`. For as long again a request gets the stale page while one rendering replaces it, as
 * it does when appointments of a shown centre change: free times are checked again when they are booked. After any other
 * change the page is deleted, and no request gets it again.
 *
 * Pages with parameters have a cache of their own: a visitor can request any number of them, one for each search, and they
 * must not evict the home page.
 */
export function createPageCache({ now, onError = () => undefined }: PageCacheInput) {
  const create = () =>
    new LRUCache<string, Entry>({
      max: maxPages,
      maxSize: maxBytes,
      // A size must be positive.
      sizeCalculation: ({ page }) => Math.max(1, page.html.length),
    })
  const [plain, withParameters] = [create(), create()]
  const rendering = new Map<string, Rendering>()
  const cacheOf = (address: string) => (address.includes('?') ? withParameters : plain)

  function store({
    address,
    page,
    changedCenters,
  }: {
    address: string
    page: Page
    changedCenters: Set<string>
  }): void {
    const keptMs = Math.min(page.cacheSeconds * 2000, page.keepForMs ?? Number.POSITIVE_INFINITY)
    if (keptMs <= 0) return
    const isOutdated = [...changedCenters].some((id) => page.shows.centers.has(id))
    const freshMs = isOutdated ? calmMs : page.cacheSeconds * 1000
    const renderedAt = now()
    cacheOf(address).set(address, {
      page,
      renderedAt,
      freshUntil: renderedAt + freshMs,
      keptUntil: renderedAt + keptMs,
    })
  }

  /** The one rendering of this address. After a change that deletes pages, a rendering that is under way still answers its requests, but is not stored. */
  function renderOnce(address: string, render: () => Promise<Page>): Promise<Page> {
    const known = rendering.get(address)
    if (known) return known.page
    const changedCenters = new Set<string>()
    const isCurrent = () => rendering.get(address)?.changedCenters === changedCenters
    const page = render()
      .then((rendered) => {
        if (isCurrent()) store({ address, page: rendered, changedCenters })
        return rendered
      })
      .finally(() => {
        if (isCurrent()) rendering.delete(address)
      })
    rendering.set(address, { page, changedCenters })
    return page
  }

  /** The page when it is cached or being rendered. A stale page is returned once more, and rendered again. */
  function find(address: string, render: () => Promise<Page>): Promise<Page> | undefined {
    const entry = cacheOf(address).get(address)
    if (!entry || now() >= entry.keptUntil) return rendering.get(address)?.page
    if (now() >= entry.freshUntil && !rendering.has(address)) void renderOnce(address, render).catch(onError)
    return Promise.resolve(entry.page)
  }

  function forEachEntry(act: (entry: Entry, remove: () => void) => void): void {
    for (const cache of [plain, withParameters])
      for (const [address, entry] of [...cache.entries()]) act(entry, () => cache.delete(address))
  }

  return {
    find,
    async get(address: string, render: () => Promise<Page>): Promise<Page> {
      return await (find(address, render) ?? renderOnce(address, render))
    },
    /** After this returns, no new request gets a page from before the change. */
    notice(change: PageChange): void {
      if (change.about === 'appointments') {
        for (const work of rendering.values()) work.changedCenters.add(change.centerId)
        forEachEntry((entry) => {
          if (!entry.page.shows.centers.has(change.centerId)) return
          entry.freshUntil = Math.min(entry.freshUntil, Math.max(now(), entry.renderedAt + calmMs))
        })
        return
      }
      // What these renderings show is not known yet, and they may have read the old rows.
      rendering.clear()
      forEachEntry(({ page: { shows } }, remove) => {
        if (change.about === 'all' || shows.lists || shows.centers.has(change.centerId)) remove()
      })
    },
  }
}
