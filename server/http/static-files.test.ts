import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'

import type { HttpEnv } from '#server/api/context.ts'
import { serveStaticFiles } from './static-files.ts'

async function site() {
  const folder = await mkdtemp(join(tmpdir(), 'static-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  const app = new Hono<HttpEnv>().use(await serveStaticFiles({ folder })).all('*', (c) => c.text('page'))
  return (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
}

test('a built asset is cacheable for ever and compressed where the browser accepts it', async () => {
  const get = await site()
  const plain = await get('/assets/app-1a2b.js')
  expect(await plain.text()).toBe('export {}')
  expect(plain.headers.get('cache-control')).toContain('immutable')
  expect(plain.headers.get('content-type')).toContain('javascript')
  const compressed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  const refused = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0' })
  expect(refused.headers.has('content-encoding')).toBe(false)
})

test('a file without a hash in its name must be revalidated, and an unchanged one gets 304', async () => {
  const get = await site()
  const first = await get('/favicon.svg')
  expect(first.headers.get('cache-control')).not.toContain('immutable')
  const revalidated = await get('/favicon.svg', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(revalidated.status).toBe(304)
})

test.each(['/assets/app-1a2b.js.br', '/../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets', '/'])(
  '%s is not a file of the site',
  async (path) => {
    const get = await site()
    expect(await (await get(path)).text()).toBe('page')
  },
)
