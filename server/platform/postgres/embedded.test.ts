import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const log = createLog({ logLevel: 'silent' })
const toStop: { stop(): Promise<void> }[] = []
// One folder for all tests but one: making the files of a database takes a second.
const dataDir = mkdtempSync(join(tmpdir(), 'senda-embedded-'))

afterEach(async () => {
  await Promise.all(toStop.splice(0).map((server) => server.stop()))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Another process that owns the server, writes rows one by one, and prints each number after its commit. */
const writer = `
import pg from 'pg'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
const { url } = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, log: createLog({ logLevel: 'silent' }) })
const client = new pg.Client(url)
await client.connect()
await client.query('create table if not exists written (id int primary key)')
const { rows } = await client.query('select coalesce(max(id), 0) as last from written')
for (let id = rows[0].last + 1; ; id += 1) {
  await client.query('insert into written values ($1)', [id])
  console.log(id)
}
`

async function startWriter({ rows }: { rows: number }): Promise<{ process: ChildProcess; lastWritten(): number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let first: number | undefined
  let last = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = Number(line)
    first ??= last
  })
  await vi.waitFor(() => expect(last - (first ?? last)).toBeGreaterThan(rows), { timeout: 10_000, interval: 20 })
  return { process: child, lastWritten: () => last }
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function start() {
  const server = await startEmbeddedPostgres({ dataDir, log })
  toStop.push(server)
  return server
}

describe('the embedded PostgreSQL', () => {
  test('kill -9 of its owner ends it within seconds, and every acknowledged row is there afterwards', async () => {
    for (let kill = 0; kill < 2; kill += 1) {
      const owner = await startWriter({ rows: 50 })
      const postgres = postmasterPid()
      owner.process.kill('SIGKILL')
      await vi.waitFor(() => expect(isAlive(postgres)).toBe(false), { timeout: 5000, interval: 20 })

      const server = await startEmbeddedPostgres({ dataDir, log })
      const { rows } = await query(server.url, 'select max(id) as last, count(*)::int as count from written')
      expect(rows[0].last).toBeGreaterThanOrEqual(owner.lastWritten())
      expect(rows[0].count).toBe(rows[0].last)
      await server.stop()
    }
  })

  test('a start immediately after kill -9 waits for the old server', async () => {
    const owner = await startWriter({ rows: 10 })
    owner.process.kill('SIGKILL')
    const server = await start()
    expect((await query(server.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a second start on the same files is refused, and the first keeps running', async () => {
    const first = await start()
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/Another running Senda has the data/)
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toBeInstanceOf(StartError)
    expect((await query(first.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('of two simultaneous starts on new files, one runs and one is refused', async () => {
    const options = { dataDir: join(dataDir, 'new'), log, durable: false }
    const starts = await Promise.allSettled([startEmbeddedPostgres(options), startEmbeddedPostgres(options)])
    const running = starts.filter((result) => result.status === 'fulfilled')
    toStop.push(...running.map((result) => result.value))
    expect(running).toHaveLength(1)
  })

  test('it restarts at the same address when it dies', async () => {
    const server = await start()
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    const expectResponse = async () => expect((await query(server.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await vi.waitFor(() => expect(isAlive(killed)).toBe(false), { timeout: 2000 })
    await vi.waitFor(expectResponse, { timeout: 12_000, interval: 100 })
    expect(postmasterPid()).not.toBe(killed)
  })

  test('stopping leaves no process and no socket behind', async () => {
    const server = await start()
    const pid = postmasterPid()
    const sockets = new URL(server.url).searchParams.get('host') ?? ''
    expect(existsSync(sockets)).toBe(true)
    await server.stop()
    expect(isAlive(pid)).toBe(false)
    await sleep(50)
    expect(existsSync(sockets)).toBe(false)
  })
})

test.runIf(process.getuid?.() === 0)(
  'as root, production refuses to keep its data in a substitute folder',
  async () => {
    // Like a project in root's home, which the account that runs PostgreSQL cannot enter.
    const closed = mkdtempSync(join(tmpdir(), 'senda-closed-'))
    const inside = join(closed, 'data')
    const started = startEmbeddedPostgres({ dataDir: inside, log, mayKeepElsewhere: false })
    await expect(started).rejects.toThrow(/DATA_DIR=/)
    expect(existsSync(join(inside, 'pg18'))).toBe(false)
    rmSync(closed, { recursive: true })
  },
)
