import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'senda-start-build-'))
afterAll(() => rmSync(copy, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

// The start script with a server and a build that only say what they do.
for (const name of ['platform', 'setup', 'start'])
  cpSync(join(root, `scripts/${name}.mjs`), join(copy, `scripts/${name}.mjs`))
write('package.json', '{ "type": "module" }')
write('package-lock.json', '{ "packages": {} }')
write('node_modules/.package-lock.json', '{ "packages": {} }')
const server = `import { once } from 'node:events'
const built = process.argv.includes('--await-build') ? once(process, 'message') : undefined
process.on('disconnect', () => process.exit(0))
console.log('the database is there')
await built
console.log('listening')
process.exit(0)`

beforeEach(() => {
  rmSync(join(copy, 'dist'), { recursive: true, force: true })
  write('server/main.ts', server)
  write('node_modules/vite/bin/vite.js', `setTimeout(() => {}, 1500)`)
})

function start() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/start.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    timeout: 60_000,
  })
  return { status, stderr: stderr.trim(), lines: stdout.trim().split('\n') }
}

test('the server makes its database while the pages are built, and listens after both; a second start builds nothing', () => {
  const lines = ['Building the pages…', 'the database is there', 'listening']
  expect(start()).toEqual({ status: 0, stderr: '', lines })
  expect(start()).toEqual({ status: 0, stderr: '', lines: lines.slice(1) })
}, 120_000)

test('a build that fails ends the server, says why, and is due again', () => {
  write('node_modules/vite/bin/vite.js', `console.error('a route is broken'); process.exit(1)`)
  const { status, stderr, lines } = start()
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Building the pages failed:\na route is broken',
  })
  expect(lines).not.toContain('listening')
  expect(existsSync(join(copy, 'dist/.stamp'))).toBe(false)
}, 120_000)

test('a server that cannot start ends the build', () => {
  write('server/main.ts', `console.error('the port is taken'); process.exit(1)`)
  write('node_modules/vite/bin/vite.js', `setTimeout(() => {}, 600_000)`)
  expect(start()).toMatchObject({ status: 1, stderr: 'the port is taken' })
}, 120_000)
