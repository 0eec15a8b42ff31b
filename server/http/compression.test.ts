import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { HttpEnv } from '#server/api/context.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { createApiDocs } from './api-docs.ts'
import { compressResponses } from './compression.ts'

const platform = await testPlatform()
let url: string
beforeAll(async () => {
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})

/** The bytes as they were transferred. */
async function fetchEncoded(path: string, encoding: string) {
  const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
  return { response, length: Number(response.headers.get('content-length')), text: await response.text() }
}

test('free times of six weeks are compressed in the encoding that the browser accepts', async () => {
  const { centerId, serviceId } = await buildService(platform)
  const path = `/api/v1/centers/${centerId}/free-times?serviceIds[0]=${serviceId}&from=2026-11-20&days=42`
  const plain = await fetchEncoded(path, 'identity')
  expect(plain.response.headers.get('content-encoding')).toBeNull()
  expect(plain.text.length).toBeGreaterThan(10_000)
  for (const encoding of ['br', 'gzip']) {
    const { response, length, text } = await fetchEncoded(path, encoding)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text).toBe(plain.text)
    expect(length).toBeLessThan(plain.text.length / 8)
  }
})

test('the OpenAPI document is generated and compressed once, and a client that has it gets 304', async () => {
  const first = await fetchEncoded('/api/openapi.json', 'br')
  expect(first.response.headers.get('content-encoding')).toBe('br')
  expect(JSON.parse(first.text)).toHaveProperty('openapi')
  expect(first.length).toBeLessThan(first.text.length / 8)
  const etag = first.response.headers.get('etag') ?? ''
  const revalidated = await fetch(`${url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
  expect([revalidated.status, await revalidated.text()]).toEqual([304, ''])

  const docs = createApiDocs({ publicUrl: url })
  const cost = async () => {
    const before = process.threadCpuUsage()
    await docs.request('/openapi.json', { headers: { 'accept-encoding': 'br' } })
    return process.threadCpuUsage(before).user
  }
  expect(await cost()).toBeGreaterThan(10 * (await cost()))
})

function respondingWith(make: () => Response) {
  const app = new Hono<HttpEnv>().use(compressResponses()).get('/', make)
  return (init: RequestInit = { headers: { 'accept-encoding': 'br' } }) => app.request('/', init)
}
const text = 'Sarandí del Yí, Durazno. '.repeat(100)

test.for(['text/csv; charset=utf-8', 'application/json', 'image/svg+xml', 'text/html'])(
  '%s is compressed, and its etag becomes a weak one',
  async (type) => {
    const response = await respondingWith(
      () => new Response(text, { headers: { 'content-type': type, etag: '"a"' } }),
    )()
    expect(response.headers.get('etag')).toBe('W/"a"')
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(text)
  },
)

test('a response that is compressed already, small, or not text is sent unchanged', async () => {
  const json = { 'content-type': 'application/json' }
  for (const make of [
    () => new Response(text, { headers: { ...json, 'content-encoding': 'gzip' } }),
    () => new Response('{}', { headers: json }),
    () => new Response(text, { headers: { 'content-type': 'image/webp' } }),
    () => new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
    // Outlook refuses a compressed calendar.
    () => new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } }),
  ]) {
    const [before, after] = [make(), await respondingWith(make)()]
    expect(after.headers.get('content-encoding')).toBe(before.headers.get('content-encoding'))
    expect(await after.text()).toBe(await before.text())
  }
})

test('a response without a body gets none', async () => {
  const none = await respondingWith(
    () => new Response(null, { status: 304, headers: { 'content-type': 'text/html' } }),
  )()
  expect([none.status, await none.text()]).toEqual([304, ''])
  const head = await respondingWith(() => new Response(text, { headers: { 'content-type': 'text/html' } }))({
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(head.headers.get('content-encoding')).toBeNull()
  const gzipped = await respondingWith(() => new Response(text, { headers: { 'content-type': 'text/html' } }))({
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(gunzipSync(await gzipped.arrayBuffer()).toString()).toBe(text)
})
