import { LRUCache } from 'lru-cache'
import type { Page } from './rendered-page.ts'

/**
 * The limits of each of the two caches. `maxBytes` counts uncompressed HTML; the compressed forms add about a third.
 */
const maxPages = 250
const maxBytes = 24 * 1024 * 1024
/** A centre that takes bookings all the time must not have its pages rendered all the time. */
const minRerenderMs = 1000

/**
 * What changed: a centre's appointments, which affect its free times; anything else of a centre, such as its prices or its
 * publication, which may also change a list that does not show it yet; or something that any page may show.
 */
export type PageChange = { about: 'appointments'; centerId: string } | DeletingChange
type DeletingChange = { about: 'center'; centerId: string } | { about: 'all' }

type Entry = { page: Page; renderedAt: number; freshUntil: number; keptUntil: number }
type Rendering = { page: Promise<Page>; changedCenters: Set<string> }
type PageCacheInput = {
  now(): number
  /** A stale page could not be rendered again. */
  onError?(error: unknown): void
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Pages by address, until something on them changes, and otherwise for as long as each may be cached. Requests for an
 * address that is being rendered wait for that one rendering.
 *
 * A page is fresh for `cacheSeconds`. For as long again a request gets the stale page while one rendering replaces it, as
 * it does when appointments of a shown centre change: free times are checked again when they are booked. After any other
 * change the page is deleted, and no request gets it again.
 */
export function createPageCache({ now, onError = () => undefined }: PageCacheInput) {
  const entries = createEntries()
  const rendering = new Map<string, Rendering>()

  /** The one rendering of this address. After a change that deletes pages, a rendering that is under way still serves its requests, but is not stored. */
  function renderOnce(address: string, render: () => Promise<Page>): Promise<Page> {
    const known = rendering.get(address)
    if (known) return known.page
    const changedCenters = new Set<string>()
    const isCurrent = () => rendering.get(address)?.changedCenters === changedCenters
    const page = render()
      .then((rendered) => {
        const entry = createEntry({ page: rendered, changedCenters, renderedAt: now() })
        if (entry && isCurrent()) entries.set(address, entry)
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
    const entry = entries.get(address)
    if (!entry || now() >= entry.keptUntil) return rendering.get(address)?.page
    if (now() >= entry.freshUntil && !rendering.has(address)) void renderOnce(address, render).catch(onError)
    return Promise.resolve(entry.page)
  }

  return {
    find,
    findFresh(address: string): Page | undefined {
      const entry = entries.get(address)
      return entry && now() < Math.min(entry.freshUntil, entry.keptUntil) ? entry.page : undefined
    },
    async get(address: string, render: () => Promise<Page>): Promise<Page> {
      return await (find(address, render) ?? renderOnce(address, render))
    },
    /** After this returns, no new request gets a page from before the change. */
    applyChange(change: PageChange): void {
      if (change.about === 'appointments') {
        for (const work of rendering.values()) work.changedCenters.add(change.centerId)
        entries.markStale({ centerId: change.centerId, now: now() })
        return
      }
      // What these renderings show is not known yet, and they may have read the old rows.
      rendering.clear()
      entries.deleteChanged(change)
    },
  }
}

/** Undefined when the page may not be stored. `changedCenters` had appointments that changed during its rendering. */
function createEntry({
  page,
  changedCenters,
  renderedAt,
}: {
  page: Page
  changedCenters: ReadonlySet<string>
  renderedAt: number
}): Entry | undefined {
  const keptMs = Math.min(page.cacheSeconds * 2000, page.keepForMs ?? Number.POSITIVE_INFINITY)
  if (keptMs <= 0) return undefined
  const isOutdated = [...changedCenters].some((id) => page.shows.centers.has(id))
  const freshMs = isOutdated ? minRerenderMs : page.cacheSeconds * 1000
  return { page, renderedAt, freshUntil: renderedAt + freshMs, keptUntil: renderedAt + keptMs }
}

/**
 * The stored pages. Pages with parameters have a cache of their own: a visitor can request any number of them, one for each
 * search, and they must not evict the home page.
 */
function createEntries() {
  const create = () =>
    new LRUCache<string, Entry>({
      max: maxPages,
      maxSize: maxBytes,
      // A size must be positive.
      sizeCalculation: ({ page }) => Math.max(1, page.html.length),
    })
  const caches = [create(), create()] as const
  const cacheOf = (address: string) => caches[address.includes('?') ? 1 : 0]

  return {
    get: (address: string): Entry | undefined => cacheOf(address).get(address),
    set: (address: string, entry: Entry): void => void cacheOf(address).set(address, entry),
    /** Makes the pages stale that show this centre, at most once in `minRerenderMs`. */
    markStale({ centerId, now }: { centerId: string; now: number }): void {
      for (const cache of caches)
        for (const entry of cache.values())
          if (entry.page.shows.centers.has(centerId))
            entry.freshUntil = Math.min(entry.freshUntil, Math.max(now, entry.renderedAt + minRerenderMs))
    },
    deleteChanged(change: DeletingChange): void {
      for (const cache of caches)
        for (const [address, { page }] of [...cache.entries()]) {
          const { lists, centers } = page.shows
          if (change.about === 'all' || lists || centers.has(change.centerId)) cache.delete(address)
        }
    },
  }
}
