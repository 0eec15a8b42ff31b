import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { freeAbandonedJobs, freeForgottenJobs } from './job-leases.ts'
import { cronJob, defineJob, enqueue, performJob, startJobs } from './jobs.ts'
import type { Platform } from './platform.ts'
import { connectDatabase } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { migrate } from './postgres/migrate.ts'

const platform = await testPlatform()
const done: string[] = []
let fails = 0
let finish: () => void = () => undefined

const note = defineJob({
  name: 'test.note',
  payload: z.object({ text: z.string() }),
  async run({ payload }) {
    done.push(payload.text)
  },
})
const chain = defineJob({
  name: 'test.chain',
  payload: z.object({}),
  run: ({ platform }) => enqueue(platform.db, note, { text: 'second' }),
})
const flaky = defineJob({
  name: 'test.flaky',
  payload: z.object({}),
  async run() {
    fails += 1
    if (fails === 1) throw new Error('not yet')
    done.push('after a failure')
  },
})
const slow = defineJob({
  name: 'test.slow',
  payload: z.object({}),
  async run() {
    done.push('began')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    done.push('ended')
  },
})
const attempts: unknown[] = []
const hopeless = defineJob({
  name: 'test.hopeless',
  payload: z.object({}),
  maxAttempts: 2,
  async run({ isLastAttempt }) {
    attempts.push(isLastAttempt)
    throw new Error('never')
  },
})
const yearly = cronJob({
  name: 'test.yearly',
  cron: '0 0 1 1 *',
  async run({ clock }) {
    done.push(`in ${clock.now().getFullYear()}`)
  },
})
const stuck = defineJob({
  name: 'test.stuck',
  payload: z.object({}),
  waitsFor: 'mail',
  async run() {
    done.push('stuck')
    await new Promise<void>((resolve) => stuckJobs.push(resolve))
  },
})
const stuckJobs: (() => void)[] = []
const jobs = [note, chain, flaky, slow, hopeless, yearly, stuck]
const waiting = async ({ db }: Platform = platform) =>
  (await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(db)).rows[0]?.n

afterEach(async () => {
  done.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(platform.db)
})

test('a job exists exactly when its transaction commits', async () => {
  await platform.db.transaction().execute((tx) => enqueue(tx, note, { text: 'kept' }))
  await expect(
    platform.db.transaction().execute(async (tx) => {
      await enqueue(tx, note, { text: 'lost' })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await runJobs(platform)
  expect(done).toEqual(['kept'])
})

test('runJobs runs jobs that other jobs add, waits for the clock, and fails with a failing job', async () => {
  await enqueue(platform.db, chain, {})
  await enqueue(platform.db, note, { text: 'later' }, { runAt: new Date(platform.clock.now().getTime() + 600_000) })
  await runJobs(platform)
  expect(done).toEqual(['second'])
  platform.clock.advance(600_000)
  await runJobs(platform)
  expect(done).toEqual(['second', 'later'])

  await enqueue(platform.db, flaky, {})
  await expect(runJobs(platform)).rejects.toThrow('not yet')
  await runJobs(platform)
  expect(done).toEqual(['second', 'later', 'after a failure'])
})

test('a cron job receives the platform and no payload', async () => {
  const payload = { _cron: { ts: '2026-01-01T00:00:00.000Z', backfilled: false } }
  await performJob({ platform, name: yearly.name, payload })
  expect(done).toEqual(['in 2026'])
})

test('two jobs of one name are refused', () => {
  expect(() => cronJob({ name: note.name, cron: '* * * * *', run: async () => undefined })).toThrow('test.note')
})

test('a job replaces a waiting one with the same key', async () => {
  await enqueue(platform.db, note, { text: 'old' }, { jobKey: 'key' })
  await enqueue(platform.db, note, { text: 'new' }, { jobKey: 'key' })
  await runJobs(platform)
  expect(done).toEqual(['new'])
})

test('running workers take a new job immediately, and retry a failed one', async () => {
  fails = 0
  const worker = await startJobs({ platform, jobs })
  const startedAt = performance.now()
  await enqueue(platform.db, note, { text: 'at once' })
  await expect.poll(() => done, { interval: 5 }).toContain('at once')
  // graphile-worker itself looks for jobs every two seconds.
  expect(performance.now() - startedAt).toBeLessThan(1900)
  await enqueue(platform.db, flaky, {})
  await expect.poll(() => done, { timeout: 8000 }).toContain('after a failure')
  expect(fails).toBe(2)
  await worker.stop()
})

test('a job knows which attempt is its last attempt', async () => {
  const worker = await startJobs({ platform, jobs })
  await enqueue(platform.db, hopeless, {})
  await expect.poll(() => attempts, { timeout: 8000 }).toEqual([false, true])
  await worker.stop()
})

test('stopping takes no more jobs, waits for the running ones, and is idempotent', async () => {
  const worker = await startJobs({ platform, jobs })
  await enqueue(platform.db, slow, {})
  await expect.poll(() => done).toEqual(['began'])
  let stopped = 0
  const stops = [worker.stop(), worker.stop()].map((stop) => stop.then(() => (stopped += 1)))
  // A worker that was already asking for a job when `stop` was called may still get one.
  await sleep(500)
  await enqueue(platform.db, note, { text: 'too late' })
  await sleep(200)
  expect([stopped, done]).toEqual([0, ['began']])
  finish()
  await Promise.all(stops)
  expect(done).toEqual(['began', 'ended'])
  await expect.poll(() => waiting()).toBe(1)
})

test('workers that are told to stop log no error', async () => {
  const errors: unknown[] = []
  const log = Object.assign(Object.create(platform.log) as Platform['log'], {
    error: (...logged: unknown[]) => errors.push(logged),
  })
  const worker = await startJobs({ platform: { ...platform, log }, jobs })
  await worker.stop()
  expect(errors).toEqual([])
})

test('the jobs of a dead process are released, those of a running one are not', async () => {
  const worker = await startJobs({ platform, jobs })
  await enqueue(platform.db, slow, {})
  await expect.poll(() => done).toEqual(['began'])
  await sql`insert into graphile_worker._private_jobs (task_id, locked_by, locked_at)
    select id, 'pool-of-a-dead-process', now() - interval '2 minutes' from graphile_worker._private_tasks
    where identifier = 'test.chain'`.execute(platform.db)
  await freeAbandonedJobs({ pool: platform.pool, log: platform.log, graceSeconds: 0 })
  await expect.poll(() => done, { timeout: 8000 }).toEqual(['began', 'second'])
  finish()
  await expect.poll(() => waiting()).toBe(0)
  expect(done).toEqual(['began', 'second', 'ended'])
  await worker.stop()
})

test('jobs that wait for a service that does not respond delay no other job', async () => {
  const worker = await startJobs({ platform, jobs })
  for (let n = 0; n < 20; n += 1) await enqueue(platform.db, stuck, {})
  await expect.poll(() => done).toEqual(['stuck', 'stuck'])
  const startedAt = performance.now()
  for (let n = 0; n < 20; n += 1) await enqueue(platform.db, note, { text: 'in time' })
  await expect.poll(() => done.filter((text) => text === 'in time')).toHaveLength(20)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(stuckJobs).toHaveLength(2)

  await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(platform.db)
  for (const end of stuckJobs.splice(0)) end()
  await worker.stop()
})

test('a job that a worker took without a response is released, and one that it runs is not', async () => {
  const { rows } = await sql<{ id: string; name: string }>`
    insert into graphile_worker._private_jobs (task_id, locked_by, locked_at)
    select id, worker, now() - interval '2 minutes'
    from graphile_worker._private_tasks, unnest(array['this', 'this', 'another']) as worker
    where identifier = 'test.chain' returning id::text, locked_by as name`.execute(platform.db)
  const [forgotten, running, foreign] = rows
  await freeForgottenJobs({
    pool: platform.pool,
    log: platform.log,
    graceSeconds: 60,
    workers: new Set(['this']),
    running: new Set([running?.id ?? '']),
  })
  const { rows: free } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_jobs where locked_at is null`.execute(platform.db)
  expect([forgotten?.name, running?.name, foreign?.name]).toEqual(['this', 'this', 'another'])
  expect(free).toEqual([{ id: forgotten?.id }])
})

test('workers continue after the database was restarted', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'senda-jobs-'))
  const { log } = platform
  let postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const { db, pool, close } = await connectDatabase({ url: postgres.url, log })
  await migrate({ pool, log })
  const separatePlatform = { ...platform, db, pool }
  const worker = await startJobs({ platform: separatePlatform, jobs })
  await enqueue(db, note, { text: 'before' })
  await expect.poll(() => done).toEqual(['before'])

  await postgres.stop()
  await expect(enqueue(db, note, { text: 'without a database' })).rejects.toThrow()
  postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const isEnqueued = () =>
    enqueue(db, note, { text: 'after' }).then(
      () => true,
      () => false,
    )
  await expect.poll(isEnqueued).toBe(true)
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['before', 'after'])

  await worker.stop()
  await close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})
