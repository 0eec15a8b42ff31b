import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { urlOfDatabase } from '#server/testing/databases.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { stormSize } from '#server/testing/storm.ts'

const processCount = stormSize({ short: 1, long: 2 })
const rounds = stormSize({ short: 1, long: 4 })
/** Longer than a statement waits for a lock, so that it fails. */
const faultMs = stormSize({ short: 6_000, long: 15_000 })
const calmMs = stormSize({ short: 1_000, long: 5_000 })
const jobsPerSecond = 40

const log = createLog({ logLevel: 'silent' })
let dataDir: string
let postgres: EmbeddedPostgres
let processes: Running[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'senda-faults-'))
  onCleanup(() => rm(dataDir, { recursive: true, force: true }))
  postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  onCleanup(() => postgres.stop())
  // Limits of connections and read-only mode don't bind a superuser.
  await administer('create role senda login', 'create database senda owner senda')
  const url = new URL(urlOfDatabase(postgres.url, 'senda'))
  url.username = 'senda'
  const env = { DATABASE_URL: url.href, SECRET_KEY: 'x'.repeat(40) }
  const first = await startSenda({ env })
  const others = Array.from({ length: processCount - 1 }, () => startSenda({ env }))
  processes = [first, ...(await Promise.all(others))]
}, 120_000)

/** Runs the statements as the superuser, in the application's database if `database` names it. */
async function administer(...statements: readonly string[]): Promise<void> {
  const client = await connect('postgres')
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOfDatabase(postgres.url, database) })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'senda'`
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Each fault begins, lasts, and ends. */
const faults: Record<string, () => Promise<void>> = {
  async restarted() {
    await postgres.stop()
    postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  },
  async 'stopped for a while'() {
    await postgres.stop()
    await pause(faultMs)
    postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  },
  async 'locked, with the jobs and the limits'() {
    const client = await connect('senda')
    await client.query('begin')
    await client.query('lock table graphile_worker._private_jobs, rate_limits in access exclusive mode')
    await pause(faultMs)
    await client.end()
  },
  async 'out of connections'() {
    await administer('alter role senda connection limit 1', endConnections)
    await pause(faultMs)
    await administer('alter role senda connection limit -1')
  },
  async 'read-only'() {
    await administer('alter database senda set default_transaction_read_only = on', endConnections)
    await pause(faultMs)
    await administer('alter database senda set default_transaction_read_only = off', endConnections)
  },
  async 'without the connections that were open'() {
    await administer(endConnections)
  },
}

test('no process ends, and jobs run afterwards, while the database fails in every way under load', {
  timeout: 60_000 + rounds * Object.keys(faults).length * (faultMs + calmMs + 30_000),
}, async () => {
  const progress = { isOver: false }
  const loads = Promise.all([addJobs(progress), ...processes.map((running) => visit(running, progress))])
  for (let round = 0; round < rounds; round += 1) {
    for (const [fault, happen] of Object.entries(faults)) {
      await happen()
      await pause(calmMs)
      expect(countEnded(), `ended while the database was ${fault}`).toBe(0)
      await expectRecovery(fault)
    }
  }
  progress.isOver = true
  await loads
  expect(countEnded()).toBe(0)
  for (const { output } of processes) {
    expect(output()).not.toContain('unhandled')
    expect(output()).not.toContain('the jobs stopped by themselves')
  }
})

const countEnded = () => processes.filter(({ hasEnded }) => hasEnded()).length

/** Every process is ready again, and takes and finishes jobs: one that waits alone for each process. */
async function expectRecovery(fault: string): Promise<void> {
  const isReady = async ({ url }: Running) => (await fetch(`${url}/readyz`)).ok
  await expect.poll(() => Promise.all(processes.map(isReady)), { timeout: 20_000 }).not.toContain(false)
  const client = await connect('senda')
  try {
    // Those that were taken before the fault are finished, and none waits for a process that no longer knows of it.
    const countOld = async () => {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from graphile_worker._private_jobs where locked_at < now() - interval '3 seconds'`,
      )
      return Number(rows[0]?.n)
    }
    await expect.poll(countOld, { timeout: 20_000, message: `jobs stay taken after: ${fault}` }).toBe(0)
    await client.query(
      `select graphile_worker.add_job('mail.send', json_build_object('id', $1::text), job_key => 'after')`,
      [newId()],
    )
    const countAfter = async () => {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from graphile_worker._private_jobs where key = 'after'`,
      )
      return Number(rows[0]?.n)
    }
    await expect.poll(countAfter, { timeout: 20_000, message: `no job runs after: ${fault}` }).toBe(0)
  } finally {
    await client.end()
  }
}

/** Half of the jobs fail, because their payload is invalid. */
async function addJobs(progress: { isOver: boolean }): Promise<void> {
  while (!progress.isOver) {
    try {
      const client = await connect('senda')
      try {
        while (!progress.isOver) {
          for (const payload of [{ id: newId() }, {}]) {
            await client.query(`select graphile_worker.add_job('mail.send', $1::json, max_attempts => 2)`, [
              JSON.stringify(payload),
            ])
          }
          await pause(2000 / jobsPerSecond)
        }
      } finally {
        await client.end()
      }
    } catch {
      // The database is away.
      await pause(200)
    }
  }
}

/** Reads and writes as visitors do; a response may be an error. */
async function visit({ url }: Running, progress: { isOver: boolean }): Promise<void> {
  const requests = [
    () => fetch(`${url}/api/v1/centers`),
    () => fetch(`${url}/`),
    () => fetch(`${url}/api/v1/me/sessions`, { headers: { authorization: 'Bearer nobody' } }),
    () =>
      fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nadie@example.uy', password: 'no es la contraseña' }),
      }),
  ]
  while (!progress.isOver) {
    await Promise.allSettled(requests.map((send) => send()))
    await pause(50)
  }
}
