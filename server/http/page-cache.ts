import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import { acceptedEncoding, compress, type Encoding } from './compression.ts'

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

/** The same for the same content, in every encoding. */
export function pageTag(html: Uint8Array): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
}

/** Answers with the page, in the best encoding that the browser takes; without its body when the browser has it already. */
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

const maxPages = 500
/** Counted in uncompressed HTML; the compressed forms add about a third. */
const maxBytes = 48 * 1024 * 1024

/**
 * Pages by address, for the seconds that they ask for. Of several requests for the same address one renders and
 * all get its page, so that an expired page in demand is not rendered a hundred times at once.
 */
export function createPageCache({ now }: { now(): number }): {
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
    kept.set(address, { page, until: now() + page.cacheSeconds * 1000 })
    bytes += page.html.length
    // Pages with parameters make room first: a visitor can ask for any number of those, as with each search that is typed.
    makeRoom((kept) => kept.includes('?'))
    makeRoom(() => true)
  }

  function makeRoom(mayGo: (address: string) => boolean): void {
    // A Map remembers the order of insertion: the first is the one that waited longest.
    for (const oldest of kept.keys()) {
      if (kept.size <= maxPages && bytes <= maxBytes) return
      if (mayGo(oldest)) drop(oldest)
    }
  }

  function find(address: string): Promise<Page> | undefined {
    const entry = kept.get(address)
    return entry && entry.until > now() ? Promise.resolve(entry.page) : rendering.get(address)
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
