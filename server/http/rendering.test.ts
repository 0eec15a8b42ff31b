import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

import { type App, createApp } from './app.ts'

// The browser application itself, rendered from its sources.
let platform: TestPlatform
let app: App
let url = ''
const server = createServer()

beforeAll(async () => {
  platform = await testPlatform()
  app = await createApp({
    platform,
    dev: true,
    authenticate: () => Promise.resolve(undefined),
    authService: new Hono(),
  })
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The first rendering compiles the sources.
  await fetch(`${url}/faq`)
  await fetch(`${url}/centers`)
}, 120_000)

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app.close()
})

test.for(['/faq', '/centers', '/login'])(
  'the policy of %s allows each of its scripts, and no nonce is left in the page',
  async (path) => {
    const answer = await fetch(url + path)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    expect(html).not.toContain('nonce')
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/\ssrc=|application\/ld\+json/.test(attributes))
    expect(inline.length).toBeGreaterThan(1)
    for (const [, , content = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  },
)

test.for(['/', '/centers', '/services', '/services/reiki', '/services/reiki?q=ana&near=pocitos'])(
  '%s is whole without JavaScript: nothing of it waits for the browser',
  async (path) => {
    const html = await (await fetch(url + path)).text()
    expect(html).toContain('</html>')
    // React's marks of a boundary that the browser must render.
    expect(html).not.toMatch(/<!--\$[!?]-->/)
  },
)

test('the data of a page is in it without a stream that stays open', async () => {
  const html = await (await fetch(`${url}/centers`)).text()
  expect(html).toContain('queryHash')
  expect(html).not.toContain('ReadableStream')
})

test('without its database a page answers 503 immediately', async () => {
  const there = platform.db
  const pool = new pg.Pool({ host: '/nowhere' })
  platform.db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const requestedAt = performance.now()
  const answer = await fetch(`${url}/centers?q=yoga`)
  const tookMs = performance.now() - requestedAt
  platform.db = there
  await pool.end()
  expect(answer.status).toBe(503)
  expect(tookMs).toBeLessThan(900)
})
