import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { failRequest } from '#contract/errors.ts'
import { pageCacheHeader, pageParametersHeader } from '#contract/pages.ts'
import { newId } from '#server/platform/ids.ts'
import type { LiveWatcher } from '#server/platform/live.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { leaveOneAttempt } from '#server/testing/limits.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { createPageCache } from './page-cache.ts'
import type { PageHandler } from './pages.ts'
import { createPage } from './rendered-page.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
  // The cache is emptied when the process begins to listen.
  const { promise, resolve } = Promise.withResolvers<void>()
  platform.live.watch((message) => {
    if (message === 'listening') resolve()
  })
  await promise
})

/** Pages that show how many renderings there were and which request caused each. */
function countingPages({ delayMs, cacheSeconds }: { cacheSeconds: number; delayMs?: number }) {
  const requests: Request[] = []
  const pages: PageHandler = {
    async fetch(request, { context: { nonce } }) {
      requests.push(request)
      await new Promise((resolve) => setTimeout(resolve, delayMs ?? 0))
      const html = `<html><script nonce="${nonce}">const n = ${requests.length}</script><p>${requests.length} ${request.method} ${request.url}</p></html>`
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'leak=1' })
      if (cacheSeconds > 0) {
        headers.delete('set-cookie')
        headers.set(pageCacheHeader, String(cacheSeconds))
        headers.set(pageParametersHeader, 'q,v')
      }
      return new Response(html, { headers })
    },
  }
  return { pages, requests }
}

test('a page that opts in is rendered once and then served from the cache, without the internal header', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const first = await fetch(`${url}/centers?q=5`)
  const second = await fetch(`${url}/centers?q=5`)
  expect(await second.text()).toBe(await first.text())
  expect(requests).toHaveLength(1)
  expect(second.headers.has(pageCacheHeader)).toBe(false)
  const unchanged = await fetch(`${url}/centers?q=5`, {
    headers: { 'if-none-match': second.headers.get('etag') ?? '' },
  })
  expect(unchanged.status).toBe(304)
  await fetch(`${url}/centers?q=6`)
  expect(requests).toHaveLength(2)
})

test('links with tracking parameters redirect to one page of this site', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  for (const query of ['?q=a+b', '?utm_source=x&q=a+b&fbclid=1', '?q=a+b&gclid=2&utm_campaign=y'])
    expect((await fetch(`${url}/centers${query}`)).url).toBe(`${url}/centers?q=a+b`)
  expect(requests).toHaveLength(1)
  expect((await fetch(`${url}/centers?utm_source=x`)).url).toBe(`${url}/centers`)
  for (const path of ['//evil.example/a', '/\\\\evil.example/a']) {
    const response = await fetch(`${url}${path}?utm_source=x`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/evil.example/a')
  }
})

test('links with parameters that the page does not read redirect to the page without them, once it was rendered', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const [one, other] = [newId(), newId()]
  await fetch(`${url}/centers/${one}`)
  for (const query of ['?igsh=MzRl', '?igsh=other', '?q=a&x=1', '?x[]=1&x[]=2', '?__cf=1', '?q=a&q=b']) {
    const { url: reached } = await fetch(`${url}/centers/${one}${query}`)
    expect(reached).toBe(`${url}/centers/${one}${query.startsWith('?q') ? '?q=a' : ''}`)
  }
  expect(requests).toHaveLength(2)
  expect((await fetch(`${url}/centers/${other}?igsh=1`)).url).toBe(`${url}/centers/${other}`)
  // What the browser reads when it returns from another provider stays.
  const back = `${url}/centers/${one}?code=abc&sb_flow_id=1`
  expect((await fetch(back)).url).toBe(back)
})

test('each page has one path: another spelling redirects permanently, and nothing is rendered for it', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const id = newId()
  const locationOf = async (path: string) => {
    const response = await rawRequest(`${url}${path}`)
    return `${response.status} ${response.location}`
  }
  for (const path of [
    `/centers/${id.toUpperCase()}`,
    `/CENTERS/${id}`,
    `/%63enters/${id}`,
    `/centers/${id}/`,
    `//centers///${id}`,
    `/centers/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
  ]) {
    expect(await locationOf(path), path).toBe(`301 /centers/${id}`)
  }
  expect(await locationOf(`/CENTERS/?q=a%20b`)).toBe('301 /centers?q=a+b')
  expect(await locationOf(`/centers?q=%61`)).toBe('302 /centers?q=a')
  expect(await locationOf('//evil.example/a/')).toBe('301 /evil.example/a')
  expect(await locationOf('/caf%c3%a9')).toBe('301 /caf%C3%A9')
  expect(requests).toHaveLength(0)
  const secrets = ['/center/invitation/AbC-_1', '/question/AbC-_1']
  for (const path of ['/', `/centers/${id}`, ...secrets, '/caf%C3%A9', '/a%2Fb', '/a%252fb', '/%ff']) {
    expect(await locationOf(path), path).toBe('200 undefined')
  }
})

/** A request whose path the client does not normalize. */
function rawRequest(address: string): Promise<{ status: number | undefined; location: string | undefined }> {
  const { hostname, port, origin } = new URL(address)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: address.slice(origin.length) }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, location: response.headers.location })
    })
      .on('error', reject)
      .end()
  })
}

test('eight pages are rendered simultaneously, and a request that waits too long gets a page that reloads itself', {
  timeout: 15_000,
}, async () => {
  let running = 0
  let most = 0
  const pages: PageHandler = {
    async fetch(request) {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, request.url.includes('slow') ? 4500 : 5))
      running -= 1
      return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
    },
  }
  const { url } = await startTestServer({ platform, pages })
  const fetchPages = (name: string, count: number) =>
    Promise.all(Array.from({ length: count }, async (_, n) => await fetch(`${url}/${name}/${n}`)))
  expect((await fetchPages('quick', 40)).every((response) => response.status === 200)).toBe(true)
  const responses = await fetchPages('slow', 10)
  expect(most).toBe(8)
  expect(responses.filter((response) => response.status === 200)).toHaveLength(8)
  const refused = responses.filter((response) => response.status === 503)
  expect(refused).toHaveLength(2)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
})

test('a network whose pages are all slow leaves half of the renderings to the others', async () => {
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>()
  let slow = 0
  const pages: PageHandler = {
    async fetch(request) {
      if (request.url.includes('slow')) {
        slow += 1
        await end
      }
      return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
    },
  }
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied, pages })
  const fetchFrom = (path: string, address: string) => fetch(url + path, { headers: { 'x-forwarded-for': address } })
  const own = Array.from({ length: 8 }, (_, n) => fetchFrom(`/slow/${n}`, '203.0.113.20'))
  await expect.poll(() => slow).toBe(4)
  expect((await fetchFrom('/centers?v=other', '203.0.113.21')).status).toBe(200)
  expect(slow).toBe(4)
  letEnd()
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
})

test('an address that causes renderings without pause must wait; it still gets cached pages, and other addresses are served', async () => {
  const { pages } = countingPages({ cacheSeconds: 30 })
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied, pages })
  const fetchFrom = (path: string, address: string) => fetch(url + path, { headers: { 'x-forwarded-for': address } })
  await fetchFrom('/kept', '203.0.113.8')
  await leaveOneAttempt(platform, { name: 'http.page', address: '203.0.113.9', limit: 1200, windowSeconds: 60 })
  expect((await fetchFrom('/centers?v=last', '203.0.113.9')).status).toBe(200)
  const refused = await fetchFrom('/centers?v=more', '203.0.113.9')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('Demasiadas páginas seguidas')
  expect((await fetchFrom('/kept', '203.0.113.9')).status).toBe(200)
  expect((await fetchFrom('/centers?v=more', '203.0.113.8')).status).toBe(200)
})

test('a page that does not opt in is rendered for each request', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 0 })
  const { url } = await startTestServer({ platform, pages })
  await fetch(`${url}/dashboard`)
  const response = await fetch(`${url}/dashboard`)
  expect(requests).toHaveLength(2)
  expect(response.headers.has('set-cookie')).toBe(false)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('simultaneous requests for one address wait for one rendering', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30, delayMs: 50 })
  const { url } = await startTestServer({ platform, pages })
  const texts = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${url}/`)).text()))
  expect(new Set(texts).size).toBe(1)
  expect(requests).toHaveLength(1)
})

test('HEAD returns the headers of GET and leaves the full page in the cache', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const head = await fetch(`${url}/`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(await head.text()).toBe('')
  const get = await fetch(`${url}/`, { headers: { 'accept-encoding': 'identity' } })
  const text = await get.text()
  expect(text).toContain('1 GET')
  expect(head.headers.get('content-length')).toBe(String(text.length))
  expect(requests).toHaveLength(1)
})

test('nothing of the visitor reaches the rendering, and the page is addressed by its public address', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  await fetch(`${url}/`, {
    headers: { cookie: 'senda_visitor=mine', authorization: 'Bearer patient', 'x-forwarded-host': 'evil.example' },
  })
  expect([...(requests[0]?.headers ?? [])]).toEqual([['accept', 'text/html']])
  expect(requests[0]?.url).toBe(`${platform.settings.publicUrl}/`)
})

test('the policy has the hashes of the rendering’s scripts, and not of injected ones', async () => {
  let secret = ''
  const ownScript = 'const own = 1'
  const foreign = [
    '<script>steal()</script>',
    '<script nonce="guess">steal()</script>',
    '<style>a{}</style>',
    "<script x='",
  ]
  const pages: PageHandler = {
    async fetch(_, { context: { nonce } }) {
      secret = nonce
      const data = `<script nonce="${nonce}" type="application/ld+json">{}</script><meta property="csp-nonce" content="${nonce}"/>`
      const html = `<html>${data}<p>${foreign.join('')}</p><script nonce="${nonce}" class="a">${ownScript}</script></html>`
      return new Response(html, { headers: { 'content-type': 'text/html', [pageCacheHeader]: '30' } })
    },
  }
  const { url } = await startTestServer({ platform, pages })
  const response = await fetch(`${url}/`)
  const policy = response.headers.get('content-security-policy')
  const hash = createHash('sha256').update(ownScript).digest('base64')
  expect(policy).toContain(`; script-src 'self' 'sha256-${hash}'; style-src 'self'; `)
  const text = await response.text()
  expect(text).toContain(`<script class="a">${ownScript}</script>`)
  expect(secret.length).toBeGreaterThan(40)
  expect(text).not.toContain(secret)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (content: Buffer) => content],
] as const)('a page is sent in the encoding that the browser accepts: %s', async (encoding, read) => {
  const { pages } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const { headers, body } = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(`${url}/`, { headers: { 'accept-encoding': encoding } }, (response) => {
      void response.toArray().then((chunks) => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
  expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
  expect(read(body).toString()).toContain('1 GET')
})

test('a page with every kind of character, and half of one, is sent in UTF-8', async () => {
  const pages: PageHandler = {
    async fetch(_, { context: { takeHtml } }) {
      takeHtml('<p>ñandú … 🧉 \ud83e</p>')
      return new Response(null, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  }
  const { url } = await startTestServer({ platform, pages })
  expect(await (await fetch(`${url}/`)).text()).toBe('<p>ñandú … 🧉 \ufffd</p>')
})

test('a page whose data is unreachable responds with 503, and recovers with the database', async () => {
  let isAway = true
  const pages: PageHandler = {
    async fetch(_, { context }) {
      // As a loader does; otherwise the rendering would show its error page with status 500.
      await context.api.status.get().catch(() => undefined)
      return new Response('<p>well</p>', { headers: { 'content-type': 'text/html', [pageCacheHeader]: '30' } })
    },
  }
  const clock = {
    now: () => {
      if (isAway) throw failRequest('service.unavailable')
      return new Date()
    },
  }
  const { url } = await startTestServer({ platform: { ...platform, clock }, pages })
  const response = await fetch(`${url}/`)
  expect(response.status).toBe(503)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toContain('Volvemos en unos instantes')
  isAway = false
  expect((await fetch(`${url}/`)).status).toBe(200)
})

test('the home page is served while the database is away, and a page that shows centres is not', async () => {
  let isAway = false
  let isReading = false
  let renderings = 0
  const pages: PageHandler = {
    async fetch(request, { context }) {
      renderings += 1
      isReading = isAway
      await context.api.status.get().catch(() => undefined)
      isReading = false
      if (request.url.endsWith('/centers')) await context.api.centers.search({}).catch(() => undefined)
      return new Response('<p>well</p>', { headers: { 'content-type': 'text/html', [pageCacheHeader]: '30' } })
    },
  }
  const clock = {
    now: () => {
      if (isReading) throw failRequest('service.unavailable')
      return new Date()
    },
  }
  const watchers: LiveWatcher[] = []
  const live = { ...platform.live, watch: (watcher: LiveWatcher) => void watchers.push(watcher) }
  const { url } = await startTestServer({ platform: { ...platform, clock, live }, pages })
  for (const path of ['/', '/centers']) expect((await fetch(url + path)).status).toBe(200)
  isAway = true
  for (const watcher of watchers) watcher('lost')
  expect((await fetch(`${url}/centers`)).status).toBe(503)
  const rendered = renderings
  for (let n = 0; n < 3; n += 1) {
    const response = await fetch(`${url}/`)
    expect([response.status, await response.text()]).toEqual([200, '<p>well</p>'])
  }
  expect(renderings).toBe(rendered)
  for (const watcher of watchers) watcher({ topic: 'pages', about: 'pages', id: 'all' })
  expect((await fetch(`${url}/`)).status).toBe(503)
})

test('a page that takes too long to render responds with 503 and Retry-After, whatever the rendering makes of it', {
  timeout: 20_000,
}, async () => {
  const pages: PageHandler = {
    async fetch(request) {
      if (request.url.endsWith('/deaf')) await new Promise((resolve) => setTimeout(resolve, 12_000))
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      if (request.url.endsWith('/throws')) request.signal.throwIfAborted()
      return new Response('<p>error</p>', { status: 500, headers: { 'content-type': 'text/html' } })
    },
  }
  const { url } = await startTestServer({ platform, pages })
  const responses = await Promise.all(['/deaf', '/throws', '/responds'].map((path) => fetch(url + path)))
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5', '5'])
})

test('a failed rendering responds with a page that does not reload itself', async () => {
  const { url } = await startTestServer({ platform, pages: { fetch: () => Promise.reject(new Error('secret')) } })
  const response = await fetch(`${url}/`)
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(text).toContain('Algo falló de nuestro lado')
  expect(text).not.toMatch(/secret|<script/)
})

test('a cached page is rendered again after twice its seconds, and after later pages have filled the cache', async () => {
  let now = 1
  let renderings = 0
  const cache = createPageCache({ now: () => now })
  const getPage = (address: string) =>
    cache.get(address, () => {
      renderings += 1
      return Promise.resolve(createPage({ status: 200, headers: [], html: Buffer.alloc(1024 * 1024), cacheSeconds: 5 }))
    })
  await getPage('/')
  now = 5000
  await getPage('/')
  expect(renderings).toBe(1)
  now = 10_001
  await getPage('/')
  expect(renderings).toBe(2)
  for (let n = 0; n < 48; n += 1) await getPage(`/${n}`)
  await getPage('/')
  expect(renderings).toBe(51)
})

test('two thousand pages with parameters do not evict a page without any', async () => {
  const rendered: string[] = []
  const cache = createPageCache({ now: () => 1 })
  const getPage = (address: string) =>
    cache.get(address, () => {
      rendered.push(address)
      return Promise.resolve(createPage({ status: 200, headers: [], html: Buffer.alloc(10), cacheSeconds: 5 }))
    })
  await getPage('/')
  for (let n = 0; n < 2000; n += 1) await getPage(`/centers?q=${n}`)
  await getPage('/')
  expect(rendered.filter((address) => address === '/')).toHaveLength(1)
})

test('an address with a parameter that the page does not read is never cached, and is not rendered again', async () => {
  const { pages, requests } = countingPages({ cacheSeconds: 30 })
  const { url } = await startTestServer({ platform, pages })
  const textOf = (path: string) => fetch(url + path).then((response) => response.text())
  await textOf('/centers?q=kept')
  for (let n = 0; n < 520; n += 1) await textOf(`/centers?q=kept&junk${n}=1`)
  const known = requests.length
  expect(known).toBe(1)
  expect(await textOf('/centers?q=kept')).toContain('<p>1 GET')
  expect(requests).toHaveLength(known)
  await textOf('/search-centers?junk0=1')
  await textOf(`/centers?q=${'a'.repeat(600)}`)
  await textOf(`/centers?q=${'a'.repeat(600)}`)
  expect(requests).toHaveLength(known + 3)
})

test('a failed rendering is not cached', async () => {
  const cache = createPageCache({ now: () => 1 })
  await expect(cache.get('/', () => Promise.reject(new Error('once')))).rejects.toThrow('once')
  const page = createPage({ status: 200, headers: [], html: Buffer.from('x'), cacheSeconds: 5 })
  expect(await cache.get('/', () => Promise.resolve(page))).toBe(page)
})
