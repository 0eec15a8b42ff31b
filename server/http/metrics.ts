import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type pg from 'pg'
import { Gauge, Registry } from 'prom-client'
import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import { mailStates, readStoredFigures, type StoredFigures } from '#server/platform/metric-figures.ts'
import { processMetrics, watchProcess } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { versionOfSenda } from '#server/platform/version-of-senda.ts'
import { liveStreamsOf } from './live-streams.ts'
import { readBearer } from './visitor.ts'

/** However many scrape, the database is asked this often. */
const readEveryMs = 15_000
/** A scrape waits no longer for the database. What it asked goes on, and a scrape that comes before its answer waits for the same. */
const readWithinMs = 1_000

export type Pools = Readonly<Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>

/**
 * GET /metrics for Prometheus, with METRICS_TOKEN as the bearer token. Without the setting or with another token, there is no such
 * page. While the database does not respond, the figures that are in it are left out, and senda_database_figures_read is 0.
 */
export function createMetrics({ platform, pools }: { platform: Platform; pools: Pools }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const { metricsToken } = platform.settings
  if (metricsToken === undefined) return app.all('/', notFound)
  watchProcess()
  const { registry, setStored } = createGauges({ platform, pools })
  const readStored = createStoredReader(platform)
  app.get('/', async (c) => {
    if (!isEqual(readBearer(c.req.header('authorization')) ?? '', metricsToken)) notFound()
    setStored(await readStored())
    const text = await Registry.merge([processMetrics, registry]).metrics()
    return c.text(text, 200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
  })
  return app.all('/', notFound)
}

function notFound(): never {
  throw failRequest('request.not_found')
}

/** Takes the same time for every wrong text: hashes have one length. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

/** The figures of the last reading, or undefined when there is none that is fresh. */
function createStoredReader({ reserve, log }: Platform): () => Promise<StoredFigures | undefined> {
  let reading: Promise<StoredFigures | undefined> | undefined
  let read: StoredFigures | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function start(): Promise<StoredFigures | undefined> {
    try {
      read = await readStoredFigures(reserve.db)
      readAt = performance.now()
    } catch (error) {
      log.warn({ err: error }, 'the figures for /metrics could not be read')
      read = undefined
    } finally {
      reading = undefined
    }
    return read
  }

  return async () => {
    if (read && performance.now() - readAt < readEveryMs) return read
    reading ??= start()
    return await withDeadline({
      milliseconds: readWithinMs,
      work: reading,
      error: () => new Error('the database responds too late'),
    }).catch(() => undefined)
  }
}

/** What is read at each scrape. */
function createGauges({ platform, pools }: { platform: Platform; pools: Pools }) {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = [], collect: () => void = () => undefined) =>
    new Gauge({ name, help, labelNames, collect, registers: [registry] })

  gauge('senda_process_info', 'The version of this process; its value is always 1.', ['version']).set(
    { version: versionOfSenda },
    1,
  )
  const live = gauge('senda_live_connections', 'Live streams that are open in this process.', [], () =>
    live.set(liveStreamsOf(platform).count()),
  )
  const ofPools = (name: string, help: string, read: (pool: Pools[string]) => number) => {
    const each = gauge(name, help, ['pool'], () => {
      for (const [pool, state] of Object.entries(pools)) each.set({ pool }, read(state))
    })
  }
  ofPools('senda_pool_connections_in_use', 'Connections of a pool that are at work.', (pool) => {
    return pool.totalCount - pool.idleCount
  })
  ofPools('senda_pool_connections_open', 'Connections of a pool, in use or idle.', (pool) => pool.totalCount)
  ofPools('senda_pool_waiting', 'Pieces of work that wait for a connection of a pool.', (pool) => pool.waitingCount)

  const isRead = gauge('senda_database_figures_read', 'Whether the figures of the database are here: 1, or 0.')
  // Prometheus has its own label `job`.
  const ofJob = ['task', 'state']
  const jobs = gauge('senda_jobs', 'Jobs of all processes: due, scheduled, running, given_up.', ofJob)
  const jobAge = gauge('senda_job_oldest_seconds', 'How long the oldest job is due, runs, or is given up.', ofJob)
  const mails = gauge(
    'senda_mails',
    'Unsent mails of the last 30 days: waiting, failing, in_doubt, refused, dropped.',
    ['state'],
  )
  const mailAge = gauge('senda_mail_oldest_seconds', 'The age of the oldest unsent mail.', ['state'])
  const bytes = gauge('senda_database_bytes', 'The size of the database.')

  function setStored(figures: StoredFigures | undefined): void {
    isRead.set(figures ? 1 : 0)
    for (const each of [jobs, jobAge, mails, mailAge]) each.reset()
    bytes.remove()
    if (!figures) return
    for (const { job, state, count, oldestSeconds } of figures.jobs) {
      jobs.set({ task: job, state }, count)
      jobAge.set({ task: job, state }, oldestSeconds)
    }
    // A change is known only from a figure that was there before.
    for (const state of mailStates) mails.set({ state }, 0)
    for (const { state, count, oldestSeconds } of figures.mails) {
      mails.set({ state }, count)
      mailAge.set({ state }, oldestSeconds)
    }
    bytes.set(figures.databaseBytes)
  }
  return { registry, setStored }
}
