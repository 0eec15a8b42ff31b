import { compress, type Encoding } from './compression.ts'

/** A rendered page, the same for everybody. */
export type Page = {
  status: number
  /** Without content-length and content-encoding. */
  headers: readonly (readonly [string, string])[]
  html: Buffer<ArrayBuffer>
  /** The html in this encoding, compressed at the first wish for it and kept. */
  body(encoding: Encoding): Promise<Buffer<ArrayBuffer>>
  /** How long it may be shown again; 0 for never. */
  cacheSeconds: number
}

export function createPage(o: Omit<Page, 'body'>): Page {
  const bodies = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  return {
    ...o,
    body(encoding) {
      const known = bodies.get(encoding)
      if (known) return known
      const body = compress({ content: o.html, encoding })
      bodies.set(encoding, body)
      return body
    },
  }
}

const maxPages = 500
/** Counted in uncompressed HTML; the compressed forms add about a third. */
const maxBytes = 48 * 1024 * 1024

/**
 * Pages by address, for the seconds that they ask for. Of several requests for the same address one renders and
 * all get its page, so that an expired page in demand is not rendered a hundred times at once.
 */
export function createPageCache(o: { now(): number }): {
  /** The page when it is kept or being rendered. */
  find(address: string): Promise<Page> | undefined
  get(address: string, render: () => Promise<Page>): Promise<Page>
} {
  const kept = new Map<string, { page: Page; until: number }>()
  const rendering = new Map<string, Promise<Page>>()
  let bytes = 0

  function drop(address: string): void {
    bytes -= kept.get(address)?.page.html.length ?? 0
    kept.delete(address)
  }

  function keep(address: string, page: Page): void {
    drop(address)
    if (page.cacheSeconds <= 0) return
    kept.set(address, { page, until: o.now() + page.cacheSeconds * 1000 })
    bytes += page.html.length
    // A Map remembers the order of insertion: the first is the one that waited longest.
    for (const oldest of kept.keys()) {
      if (kept.size <= maxPages && bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function find(address: string): Promise<Page> | undefined {
    const entry = kept.get(address)
    return entry && entry.until > o.now() ? Promise.resolve(entry.page) : rendering.get(address)
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
        keep(address, page)
        return page
      } finally {
        rendering.delete(address)
      }
    },
  }
}
