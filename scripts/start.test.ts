import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { freePort } from '#server/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
// One folder for all tests. It has an account, so that no start creates the demo data, which takes half a minute.
const dataDir = mkdtempSync(join(tmpdir(), 'senda-start-'))
const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}, 15_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Senda = { process: ChildProcess; port: number; output(): string }

type Launch = { command: string; args: string[]; port?: number; settings?: NodeJS.ProcessEnv }

async function launch(input: Launch): Promise<Senda> {
  const port = input.port ?? (await freePort())
  const env = { ...process.env, NODE_ENV: '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir }
  const unset = { DATABASE_URL: '', PUBLIC_URL: '', SMTP_URL: '', LOG_LEVEL: '' }
  const child = spawn(input.command, input.args, {
    cwd: root,
    env: { ...env, ...unset, ...input.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return { process: child, port, output: () => output }
}

const npmStart = { command: 'npm', args: ['start'] }
const startScript = { command: process.execPath, args: ['scripts/start.mjs'] }
const server = { command: process.execPath, args: ['server/main.ts'] }

async function waitUntilReady(senda: Senda): Promise<void> {
  const ready = async () => {
    const exited = senda.process.exitCode ?? senda.process.signalCode
    if (exited !== null) throw new Error(`it ended with ${exited}: ${senda.output()}`)
    expect((await fetch(`http://127.0.0.1:${senda.port}/readyz`)).status).toBe(200)
    // The server prints its address once it is ready.
    expect(senda.output()).toContain(`http://127.0.0.1:${senda.port}`)
  }
  // A changed source is built first, which takes a minute on a machine that does other work.
  await vi.waitFor(ready, { timeout: 120_000, interval: 100 })
}

function postmaster(): { pid: number; sockets: string } {
  const lines = readFileSync(join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), sockets: lines[4] ?? '' }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function expectAllGone({
  postgres,
  senda,
  withinMs,
}: {
  senda: Senda
  postgres: number
  withinMs: number
}): Promise<void> {
  const expectGone = async () => {
    expect(isAlive(postgres)).toBe(false)
    await expect(fetch(`http://127.0.0.1:${senda.port}/healthz`)).rejects.toThrow()
  }
  await vi.waitFor(expectGone, { timeout: withinMs, interval: 50 })
}

describe('npm start', { timeout: 200_000 }, () => {
  // Only production starts without the demo data.
  beforeAll(async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const keys = `start:${Buffer.alloc(32, 'a').toString('base64')}`
    const settings = { NODE_ENV: 'production', PUBLIC_URL: address, RECORD_KEYS: keys }
    const senda = await launch({ ...server, port, settings })
    await waitUntilReady(senda)
    const response = await fetch(`${address}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.uy', password: 'camino-de-prueba' }),
    })
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
    senda.process.kill('SIGTERM')
    await once(senda.process, 'exit')
  }, 90_000)

  test('after SIGTERM a request in flight finishes, and every process ends within 10 s', async () => {
    const senda = await launch(npmStart)
    await waitUntilReady(senda)
    const { pid, sockets } = postmaster()
    const locker = new pg.Client(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`)
    locker.on('error', () => undefined)
    await locker.connect()
    // /readyz reads this table, so the request stays in flight while the lock is held.
    await locker.query('begin')
    await locker.query('lock table schema_migrations in access exclusive mode')
    const inFlight = fetch(`http://127.0.0.1:${senda.port}/readyz`)
    await new Promise((resolve) => setTimeout(resolve, 300))

    const exited = once(senda.process, 'exit')
    const stoppedAt = performance.now()
    senda.process.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 700))
    await expect(fetch(`http://127.0.0.1:${senda.port}/healthz`)).rejects.toThrow()
    await locker.query('rollback')
    expect((await inFlight).status).toBe(200)
    await locker.end()
    await exited
    await expectAllGone({ senda, postgres: pid, withinMs: 10_000 - (performance.now() - stoppedAt) })
  })

  test.each([
    ['npm', npmStart],
    ['the start script', startScript],
  ])('kill -9 of %s ends the server and PostgreSQL', async (_name, command) => {
    const senda = await launch(command)
    await waitUntilReady(senda)
    const { pid } = postmaster()
    senda.process.kill('SIGKILL')
    await expectAllGone({ senda, postgres: pid, withinMs: 10_000 })
  })

  test('kill -9 of the server ends PostgreSQL', async () => {
    const senda = await launch(server)
    await waitUntilReady(senda)
    const { pid } = postmaster()
    senda.process.kill('SIGKILL')
    await expectAllGone({ senda, postgres: pid, withinMs: 5000 })
  })

  test('a second start on the same data ends with exit code 1 and a message, and the first keeps running', async () => {
    const first = await launch(server)
    await waitUntilReady(first)
    const second = await launch(startScript)
    const [code] = await once(second.process, 'exit')
    expect(code).toBe(1)
    expect(second.output()).toContain('Another running Senda has the data')
    expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200)
  })

  test('when the port is taken, the message names it and no process keeps running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const senda = await launch({ ...startScript, port })
    const [code] = await once(senda.process, 'exit')
    other.close()
    expect(code).toBe(1)
    expect(senda.output()).toContain(`Another program uses port ${port}`)
    expect(() => postmaster()).toThrow()
  })
})
