import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { pageCacheHeader, pageParametersHeader } from '#contract/pages.ts'
import { settableClock } from '#server/platform/clock.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { createCachedPageListener } from './cached-pages.ts'
import { createPageCache } from './page-cache.ts'
import { createPage, pageTag } from './rendered-page.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const html = Buffer.from('<p>página</p>')

const clock = settableClock(new Date('2026-11-20T12:00:00.250Z'))

type PageRequest = { method?: string; url?: string; headers?: Record<string, string> }

/** A listener over a cache with one page at /centers?q=yoga. `send` returns what the listener wrote. */
async function listenToCachedPages({ cacheSeconds = 30, now = (): number => 0 } = {}) {
  const cache = createPageCache({ now })
  const headers = [
    ['content-type', 'text/html'],
    ['etag', pageTag(html)],
  ] as const
  const page = createPage({ status: 200, headers, html, cacheSeconds })
  await cache.get('/centers?q=yoga', () => Promise.resolve(page))
  const listener = createCachedPageListener({ cache, clock, standardHeaders: [['referrer-policy', 'no-referrer']] })
  return {
    page,
    send({ method = 'GET', url = '/centers?q=yoga', headers: sent = {} }: PageRequest = {}) {
      const [writeHead, end] = [
        vi.fn<(status: number, headers: string[]) => void>(),
        vi.fn<(body?: string, encoding?: 'latin1') => void>(),
      ]
      const isFromCache = listener({ method, url, headers: sent } as never, { writeHead, end } as never)
      const [status, flat] = writeHead.mock.calls[0] ?? []
      const [text, encoding] = end.mock.calls[0] ?? []
      return { isFromCache, status, headers: flat?.join('\n') ?? '', body: text && Buffer.from(text, encoding) }
    },
  }
}

test('a fresh page comes from the cache, with the standard headers and an id of its own for each request', async () => {
  const { send } = await listenToCachedPages()
  const [first, second] = [send(), send()]
  expect(first).toMatchObject({ isFromCache: true, status: 200, body: html })
  expect(first.headers).toContain(`content-length\n${html.length}`)
  expect(first.headers).toContain('referrer-policy\nno-referrer')
  expect(first.headers).not.toBe(second.headers)
})

test('every page names the time of its response, from the cache or not, so that a wrong clock misleads no visitor', async () => {
  const { send } = await listenToCachedPages()
  expect(send().headers).toContain('server-timing\nnow;dur=1795176000250')
  clock.advance(60_000)
  expect(send().headers).toContain('server-timing\nnow;dur=1795176060250')
  expect(send({ headers: { 'if-none-match': pageTag(html) } }).headers).toContain('now;dur=1795176060250')
})

test('a browser that has the page already gets 304 without a body', async () => {
  const { send } = await listenToCachedPages()
  const response = send({ headers: { 'if-none-match': pageTag(html) } })
  expect(response).toMatchObject({ isFromCache: true, status: 304, body: undefined })
  expect(response.headers).not.toContain('content-length')
})

test('the compressed page comes from the cache once a request of the app has compressed it', async () => {
  const { send, page } = await listenToCachedPages()
  const headers = { 'accept-encoding': 'gzip, br' }
  expect(send({ headers }).isFromCache).toBe(false)
  await page.body('br')
  const response = send({ headers })
  expect(response.headers).toContain('content-encoding\nbr')
  expect(brotliDecompressSync(response.body || Buffer.alloc(0))).toEqual(html)
})

test.each<[string, PageRequest]>([
  ['for another address', { url: '/centers?q=yoga&v=1' }],
  ['with another method', { method: 'HEAD' }],
  ['with a body', { headers: { 'content-length': '3' } }],
  ['with a body of unknown length', { headers: { 'transfer-encoding': 'chunked' } }],
])('a request %s is left to the app', async (_, request) => {
  const { send } = await listenToCachedPages()
  expect(send(request)).toMatchObject({ isFromCache: false, status: undefined, body: undefined })
})

test('a stale page is left to the app, which renders it again', async () => {
  let now = 0
  const { send } = await listenToCachedPages({ cacheSeconds: 5, now: () => now })
  now = 4_999
  expect(send().isFromCache).toBe(true)
  now = 5_000
  expect(send().isFromCache).toBe(false)
})

test('a response from the cache has the headers of the app’s response', async () => {
  const { url } = await startTestServer({
    platform: { ...platform, settings: { ...platform.settings, production: true } },
    pages: {
      fetch: () =>
        Promise.resolve(
          new Response(html, {
            headers: { 'content-type': 'text/html', [pageCacheHeader]: '30', [pageParametersHeader]: 'q' },
          }),
        ),
    },
  })
  const headersOf = (method: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      request(`${url}/?q=a`, { method, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume().on('end', () => resolve(response.headers))
      })
        .on('error', reject)
        .end()
    })
  const rendered = await headersOf('GET')
  const cached = await headersOf('GET')
  // The app responds to HEAD.
  const head = await headersOf('HEAD')
  const varying = { date: expect.any(String), 'x-request-id': expect.stringMatching(/^\w{20}$/) }
  expect(cached).toEqual({ ...rendered, ...varying })
  expect(head).toEqual({ ...cached, ...varying })
  expect(cached['x-request-id']).not.toBe(rendered['x-request-id'])
  expect(cached['strict-transport-security']).toContain('max-age')
})
