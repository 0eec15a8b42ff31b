import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { pageClock } from '#contract/pages.ts'
import type { HttpEnv } from '#server/api/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import { currentRequest } from '#server/platform/request-note.ts'
import { acceptedEncoding, compress, type Encoding } from './compression.ts'

export type Page = {
  status: number
  /** Without content-length and content-encoding. */
  headers: readonly (readonly [string, string])[]
  html: Buffer<ArrayBuffer>
  /** The html in this encoding, compressed on first request and kept. */
  body(encoding: Encoding): Promise<Buffer<ArrayBuffer>>
  /** What body() has returned before; undefined until the html is compressed in this encoding. */
  readyBody(encoding: Encoding): Buffer<ArrayBuffer> | undefined
  /** The pattern of its address, for figures and lines; `*` for a page that has none. */
  route: string
  /** For how long it is fresh; 0 when it may not be cached. */
  cacheSeconds: number
  /** When it must not be shown any more, however fresh it is. */
  keepForMs?: number
  shows: PageContent
}

/** The centres whose changes make a page wrong: those that it shows, and any centre when it shows lists of them. */
export type PageContent = { centers: ReadonlySet<string>; lists: boolean }

const showsNoCenter: PageContent = { centers: new Set(), lists: false }

export function createPage(
  input: Omit<Page, 'body' | 'readyBody' | 'shows' | 'route'> & { shows?: PageContent; route?: string },
): Page {
  const compressing = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  const ready = new Map<Encoding, Buffer<ArrayBuffer>>([['identity', input.html]])
  const { cacheSeconds, html: content } = input
  return {
    shows: showsNoCenter,
    route: '*',
    ...input,
    body(encoding) {
      const known = compressing.get(encoding)
      if (known) return known
      const body = compress({ content, encoding, isKept: cacheSeconds > 0 })
      compressing.set(encoding, body)
      void body.then(
        (compressed) => ready.set(encoding, compressed),
        () => compressing.delete(encoding),
      )
      return body
    },
    readyBody: (encoding) => ready.get(encoding),
  }
}

/** The tag is equal for equal content, in every encoding. */
export function pageTag(html: Uint8Array): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
}

/** The time of the response, which a browser whose own clock may be wrong reads before it renders a day or a countdown. */
export function pageClockHeader({ now }: Clock): [string, string] {
  return ['server-timing', `${pageClock};dur=${now().getTime()}`]
}

/** Responds with the page in the best encoding that the browser accepts, or with 304 when the browser has it already. */
export async function respondWithPage({ c, page }: { c: Context<HttpEnv>; page: Page }): Promise<Response> {
  const note = currentRequest()
  if (note) note.route = page.route
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
