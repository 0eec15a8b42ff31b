import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from './log.ts'

/** First half of the advisory locks' keys; the second is the hash of the worker pool's name, which locked jobs carry. */
const lockClass = 7_363_642
const checkEveryMs = 30_000

/** This is longer than a listening connection needs to reconnect, so that no running job is stolen. */
const graceSeconds = 60

/**
 * graphile-worker releases the jobs of a killed process after four hours. Here each process holds an advisory lock on its
 * listening connection, which ends with the process, and every process releases jobs whose lock is gone: within 90 seconds.
 * So it does with jobs that it took without knowing, because the connection was lost before the response.
 */
export function keepJobLeases({ log, pool }: { pool: pg.Pool; log: Log }): {
  watch(): WorkerEvents
  stop(): void
} {
  const workers = new Set<string>()
  const running = new Set<string>()
  const logFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the lease of running jobs could not be renewed or checked')

  function watch(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // After graphile-worker's own LISTEN: pg warns about a second query that waits on the same connection.
      setImmediate(() => {
        client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockClass, workerPool.id]).catch(logFailure)
      })
    })
    events.on('pool:listen:release', ({ client, workerPool }) => {
      client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [lockClass, workerPool.id]).catch(logFailure)
    })

    events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id))
    events.on('pool:release', ({ workerPool }) => workers.delete(workerPool.id))
    events.on('job:start', ({ job }) => running.add(job.id))
    events.on('job:complete', ({ job }) => running.delete(job.id))
    return events
  }

  const check = (): void => {
    freeAbandonedJobs({ pool, log, graceSeconds }).catch(logFailure)
    freeForgottenJobs({ pool, log, graceSeconds, workers, running }).catch(logFailure)
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  return { watch, stop: () => clearInterval(timer) }
}

/** Releases the jobs of processes that died, `graceSeconds` after they took them. */
export async function freeAbandonedJobs({
  pool,
  graceSeconds,
  log,
}: {
  pool: pg.Pool
  log: Log
  graceSeconds: number
}): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `with abandoned as (
       select distinct locked_by from graphile_worker.jobs
       where locked_at < now() - make_interval(secs => $2)
         and not exists (
           select from pg_locks
           where locktype = 'advisory' and classid = $1::oid and objid = hashtext(locked_by)::oid and objsubid = 2
             and database = (select oid from pg_database where datname = current_database())))
     select locked_by, graphile_worker.force_unlock_workers(array[locked_by])::text from abandoned`,
    [lockClass, graceSeconds],
  )
  if (rows.length > 0)
    log.warn({ workers: rows.map((row) => row.locked_by) }, 'took over the jobs of processes that ended')
}

/** Releases the jobs that these workers took `graceSeconds` ago and don't run. */
export async function freeForgottenJobs({
  pool,
  log,
  graceSeconds,
  workers,
  running,
}: {
  pool: pg.Pool
  log: Log
  graceSeconds: number
  workers: ReadonlySet<string>
  running: ReadonlySet<string>
}): Promise<void> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null
     where locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $3) and id <> all($2::bigint[])`,
    [[...workers], [...running], graceSeconds],
  )
  if (rowCount) log.warn({ jobs: rowCount }, 'released jobs whose response was lost when they were taken')
}
