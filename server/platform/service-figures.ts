import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { maskEmails } from './log.ts'
import type { Platform } from './platform.ts'
import type { Db } from './postgres/database.ts'

/**
 * `given_up` has used all its attempts; `failing` is tried again; `late` is due for long, and no process takes it; `stuck` was taken
 * long ago, and still runs.
 */
export type JobProblem = {
  id: string
  name: string
  state: 'given_up' | 'failing' | 'late' | 'stuck'
  attempts: number
  maxAttempts: number
  error: string
  /** When it runs or ran: `late` since it was due, `stuck` since it was taken. */
  since: Date
}

const shownJobs = 50

/** A queue that moves takes a job within seconds. Only a backup may run for longer, and has an alarm of its own. */
const lateAfter = sql.lit('5 minutes')
const stuckAfter = sql.lit('30 minutes')

/** Jobs that failed at least once and have not succeeded since, and those that are late or stuck: those without further attempts first. */
export async function listJobProblems(db: Db): Promise<JobProblem[]> {
  const { rows } = await sql<JobProblem>`
    select * from (
      select id::text, task_identifier as name, attempts::int, max_attempts::int as "maxAttempts",
        left(coalesce(last_error, ''), 500) as error, coalesce(locked_at, run_at) as since, case
          when locked_at is not null then case when locked_at < now() - ${stuckAfter}::interval and task_identifier <> 'backups.nightly' then 'stuck' end
          when attempts >= max_attempts then 'given_up'
          when run_at < now() - ${lateAfter}::interval then 'late'
          when last_error is not null then 'failing' end as state
      from graphile_worker.jobs
    ) as job
    where state is not null
    order by array_position(array['given_up', 'stuck', 'late', 'failing'], state), since desc limit ${shownJobs}`.execute(
    db,
  )
  return rows.map((job) => ({ ...job, error: maskEmails(job.error) }))
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
