import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Platform } from './platform.ts'
import type { Db } from './postgres/database.ts'

export type FailedJob = {
  id: string
  name: string
  attempts: number
  maxAttempts: number
  error: string
  runAt: Date
}

const shownJobs = 50

/** Jobs that failed at least once and have not succeeded since, those without further attempts first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as name, attempts::int, max_attempts::int as "maxAttempts",
      left(coalesce(last_error, ''), 500) as error, run_at as "runAt"
    from graphile_worker.jobs where last_error is not null
    order by attempts < max_attempts, run_at desc limit ${shownJobs}`.execute(db)
  return rows
}

/** Lets a failed job run now, with all its attempts. @returns false when there is no such failed job */
export async function retryJob(db: Db, { jobId }: { jobId: string }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where id = ${jobId}::bigint and last_error is not null and locked_at is null),
      run_at => now(), attempts => 0)`.execute(db)
  return rows.length > 0
}

/** What waits in the queues, and the size of the database in bytes. */
export async function readQueues(db: Db) {
  const { rows } = await sql<{
    waitingJobs: number
    waitingMails: number
    failingMails: number
    oldestMail: Date | null
    databaseBytes: number
  }>`
    select (select count(*) from graphile_worker.jobs where attempts < max_attempts)::int as "waitingJobs",
      mails.waiting::int as "waitingMails", mails.failing::int as "failingMails", mails.oldest as "oldestMail",
      pg_database_size(current_database()) as "databaseBytes"
    from (
      select count(*) as waiting, count(*) filter (where attempts > 0) as failing, min(created_at) as oldest
      from outbound_mails
      where sent_at is null and sending_since is null and dropped_at is null
        -- A mail that was refused for good has no body any more.
        and sealed_body is not null
    ) as mails`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('an aggregate returns a row')
  return figures
}

/** Free bytes for uploaded files; undefined where the system does not report them. */
export async function readFreeDisk({ settings }: Pick<Platform, 'settings'>): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(settings.dataDir)
    return bavail * bsize
  } catch {
    return undefined
  }
}
