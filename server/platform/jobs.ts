import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import { type ZodType, z } from 'zod'
import { keepJobLeases } from './job-leases.ts'
import { repeatJobResults } from './job-results.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { workerLogger } from './worker-logger.ts'

/** `isLastAttempt`: an error now is not retried. */
type JobRun<P> = { platform: Platform; payload: P; isLastAttempt?: boolean }
export type JobHandler<P> = (input: JobRun<P>) => Promise<void>

export type OutsideService = 'mail' | 'push' | 'gateway'

export type Job<P> = {
  name: string
  /** Jobs that wait for the same service share a few slots, so that one that doesn't respond delays only them. */
  waitsFor: OutsideService | undefined
  payload: ZodType<P>
  /** Written as a method, so that a list may hold jobs of different payloads. */
  run(input: JobRun<P>): Promise<void>
  cron: string | undefined
  maxAttempts: number | undefined
}

const jobs = new Map<string, Job<unknown>>()

/**
 * Declares background work that `enqueue` starts. It runs at least once: another process repeats the job of one that died, so
 * `run` must be idempotent. A failed job is retried after e^attempt seconds (up to 6 hours), `maxAttempts` times (25, about 4
 * days). main.ts starts only the jobs in its features' lists.
 */
export function defineJob<P>(input: {
  name: string
  payload: ZodType<P>
  run: JobHandler<P>
  maxAttempts?: number
  waitsFor?: OutsideService
}): Job<P> {
  return register({ ...input, cron: undefined, maxAttempts: input.maxAttempts, waitsFor: input.waitsFor })
}

/**
 * Declares a job that runs on a schedule; `defineJob()` declares one that `enqueue()` starts. `cron` is in UTC (Montevideo is
 * UTC−3) and fires once for all processes. A minute in which no process runs is skipped, so important work is scheduled often
 * and records what it has done.
 */
export function cronJob(input: {
  name: string
  cron: string
  run(platform: Platform): Promise<void>
  waitsFor?: OutsideService
}): Job<object> {
  const { name, cron, waitsFor } = input
  const run: JobHandler<object> = ({ platform }) => input.run(platform)
  return register({ name, payload: z.object({}), run, cron, maxAttempts: undefined, waitsFor })
}

function register<P>(job: Job<P>): Job<P> {
  if (jobs.has(job.name)) throw new Error(`two jobs are called ${job.name}`)
  jobs.set(job.name, job)
  return job
}

/**
 * Stores the job in the transaction that causes it, so neither happens without the other.
 * `jobKey`: replaces a waiting job with the same key.
 */
export async function enqueue<P>(
  tx: Tx | Db,
  job: Job<P>,
  payload: P,
  { runAt, jobKey }: { runAt?: Date; jobKey?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${job.name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int, job_key => ${jobKey ?? null}::text)`.execute(tx)
}

/** An aggregate that stores one job for each row, as enqueue() does, with that row's `payload`. */
export function addJobs(
  job: Pick<Job<unknown>, 'name' | 'maxAttempts'>,
  payload: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`graphile_worker.add_jobs(array_agg(
    (${job.name}, ${payload}, null, null, ${job.maxAttempts ?? null}, null, null, null)::graphile_worker.job_spec))`
}

/** Runs one stored job by its name. Its failure is logged here, with the job's name and without its payload. */
export async function performJob(input: {
  platform: Platform
  name: string
  payload: unknown
  isLastAttempt?: boolean
}): Promise<void> {
  const job = jobs.get(input.name)
  if (!job) throw new Error(`no job is called ${input.name}`)
  try {
    await job.run({ ...input, payload: job.payload.parse(input.payload) })
  } catch (error) {
    input.platform.log.error(
      { err: error, job: input.name },
      `a job failed${input.isLastAttempt ? ' for good' : '; it will be tried again'}`,
    )
    throw error
  }
}

/** How many jobs run at the same time in this process: those that wait for a service, and all others. */
const slots = { mail: 2, push: 2, gateway: 2, nothing: 4 }
/** This is less than the 10 s in which the process stops: the next process takes over the jobs that still run. */
const stopTimeoutMs = 6_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

type Worker = { stop(): Promise<void> }

/**
 * Starts taking jobs of every process on the same database, and continues after the database was unreachable. They use the
 * platform's pool.
 * `stop` immediately stops taking jobs and waits a few seconds for the running ones; a second call waits for the same end.
 */
export async function startJobs({
  platform,
  jobs,
}: {
  platform: Platform
  jobs: readonly Job<unknown>[]
}): Promise<Worker> {
  const leases = keepJobLeases(platform)
  const groups = Map.groupBy(jobs, ({ waitsFor }) => waitsFor ?? 'nothing')
  const workers: Worker[] = []
  for (const [service, group] of groups) {
    workers.push(await startWorker({ platform, jobs: group, concurrency: slots[service], events: leases.watch() }))
  }
  let stopped: Promise<void> | undefined
  return {
    stop() {
      leases.stop()
      stopped ??= Promise.all(workers.map((worker) => worker.stop())).then(() => undefined)
      return stopped
    },
  }
}

/** Takes these jobs, whatever happens: graphile-worker that stops by itself is started again. */
async function startWorker({
  platform,
  jobs,
  concurrency,
  events,
}: {
  platform: Platform
  jobs: readonly Job<unknown>[]
  concurrency: number
  events: WorkerEvents
}): Promise<Worker> {
  const { log, pool } = platform
  let isStopping = false
  let stopped: Promise<void> | undefined

  const start = (): Promise<Runner> =>
    run({
      pgPool: repeatJobResults({ pool, log }),
      logger: workerLogger(log),
      events,
      concurrency,
      ...listTasks({ platform, jobs }),
      // By default graphile-worker starts these statements without waiting for them, and a failed one ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // main.ts decides the order of stopping.
      noHandleSignals: true,
    })
  let runner = await start()

  async function startAgain(): Promise<void> {
    log.error('the jobs stopped by themselves; starting them again')
    for (let pauseMs = firstPauseMs; !isStopping; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await sleep(pauseMs)
      if (isStopping) return
      try {
        runner = await start()
        if (isStopping) await stopTaking(runner)
        return
      } catch (error) {
        log.error({ err: error }, 'the jobs could not be started again; trying once more')
      }
    }
  }
  // Without waiting for the runner's end, which a job that hangs would delay.
  events.on('pool:gracefulShutdown', () => {
    if (!isStopping) void startAgain()
  })

  return {
    stop() {
      // Before the runner stops, which tells it to the listener above at once.
      isStopping = true
      stopped ??= stopTaking(runner)
      return stopped
    },
  }
}

function listTasks({ platform, jobs }: { platform: Platform; jobs: readonly Job<unknown>[] }) {
  const taskList: TaskList = {}
  const cronItems: CronItem[] = []
  for (const { name, cron } of jobs) {
    taskList[name] = (payload, { job }) =>
      performJob({ platform, name, payload, isLastAttempt: job.attempts >= job.max_attempts })
    if (cron !== undefined) cronItems.push({ task: name, match: cron, identifier: name })
  }
  return { taskList, parsedCronItems: parseCronItems(cronItems) }
}

async function stopTaking(runner: Runner): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, stopTimeoutMs)
  // A runner that stopped by itself refuses to be stopped again.
  const ended = runner.stop().catch(() => runner.promise)
  await Promise.race([ended, late.promise])
  clearTimeout(timer)
}
