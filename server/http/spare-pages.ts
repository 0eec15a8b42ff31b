import { LRUCache } from 'lru-cache'
import type { PageChange } from './page-cache.ts'
import type { Page } from './rendered-page.ts'

const maxPages = 50
/** This is longer than a restart of the database takes; older prices would surprise more than the page helps. */
const keptMs = 3_600_000
/** After a rendering failed because the database was away, others are not tried for this long. */
const pauseMs = 2_000

/**
 * The last rendering of the home page and of pages without data, for while the database is away: the cache is emptied then,
 * because changes may be missed. A change that did arrive deletes a spare page.
 */
export function createSparePages({ now }: { now(): number }) {
  const pages = new LRUCache<string, Page>({ max: maxPages, ttl: keptMs, perf: { now } })
  let awayUntil = Number.NEGATIVE_INFINITY
  return {
    /** The page for an address whose rendering would only find out again that the database is away. */
    findWhileAway: (address: string): Page | undefined => (now() < awayUntil ? pages.get(address) : undefined),
    /** The page, or the last one of its address when this one only says that the database is away. */
    replaceUnavailable(address: string, page: Page): Page {
      if (page.status !== 503) {
        if (page.cacheSeconds > 0 && isSpare(address, page)) pages.set(address, page)
        return page
      }
      awayUntil = now() + pauseMs
      return pages.get(address) ?? page
    },
    applyChange(change: PageChange): void {
      if (change.about === 'appointments') return
      for (const [address, { shows }] of [...pages.entries()]) {
        if (change.about === 'all' || shows.lists || shows.centers.has(change.centerId)) pages.delete(address)
      }
    },
  }
}

function isSpare(address: string, { shows }: Page): boolean {
  return address === '/' || (!address.includes('?') && !shows.lists && shows.centers.size === 0)
}
