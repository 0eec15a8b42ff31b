import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'

import type { HttpEnv } from '#server/api/context.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import { checkLock, type Packages } from './check-lock.ts'
import { isShipped, keepPreviousAssets, releaseLock, releaseManifest } from './release-contents.ts'

const readJson = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const manifest = releaseManifest({ manifest: readJson('package.json'), version: '0.1.0+1a2b3c4', commit: '1a2b3c4' })
const lock = releaseLock({ lock: readJson('package-lock.json'), manifest }) as { packages: Packages }

function newFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'senda-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

test('a release installs what the server needs, with its hashes, and no tool, no second Node and no TypeScript', () => {
  expect(checkLock(lock.packages)).toEqual([])
  const all = readJson('package-lock.json').packages as Record<string, { dev?: boolean }>
  const names = Object.keys(lock.packages)
  expect(names.filter((name) => all[name]?.dev)).toEqual([])
  expect(names).not.toContain('node_modules/node')
  expect(names.filter((name) => name.includes('typescript') || name.includes('/vite'))).toEqual([])
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    expect(names).toContain(`node_modules/${name}`)
  }
  // The binaries of every platform stay: npm installs the one of the server.
  expect(names).toContain('node_modules/@img/sharp-linux-arm64')
  expect(manifest).toMatchObject({ version: '0.1.0+1a2b3c4', release: { commit: '1a2b3c4' } })
  expect(manifest).not.toHaveProperty('devDependencies')
})

test('tests and the demonstration stay at home', () => {
  expect(['server/main.ts', 'server/demo/leftovers.ts', 'server/migrations/0001_a.sql'].every(isShipped)).toBe(true)
  expect(['server/main.test.ts', 'server/testing/platform.ts', 'server/demo/demo.ts'].some(isShipped)).toBe(false)
})

test('a new server also answers for the scripts of the release before, and its own take precedence', async () => {
  const previous = newFolder({
    'dist/client/assets/old-1.js': 'old',
    'dist/client/assets/same-2.js': 'same',
    'dist/client/favicon.svg': '<old/>',
    'dist/previous/assets/older-0.js': 'two releases ago',
  })
  const next = newFolder({ 'dist/client/assets/same-2.js': 'same', 'dist/client/assets/new-3.js': 'new' })
  expect(keepPreviousAssets({ previous, next })).toBe(1)

  const app = new Hono<HttpEnv>()
  for (const half of ['client', 'previous']) app.use(await serveStaticFiles({ folder: join(next, 'dist', half) }))
  const bodyOf = async (file: string) => {
    const response = await app.request(file)
    return response.status === 200 ? await response.text() : response.status
  }
  expect(await bodyOf('/assets/old-1.js')).toBe('old')
  expect(await bodyOf('/assets/same-2.js')).toBe('same')
  expect(await bodyOf('/assets/new-3.js')).toBe('new')
  expect(await bodyOf('/assets/older-0.js')).toBe(404)
  expect(await bodyOf('/favicon.svg')).toBe(404)
})
