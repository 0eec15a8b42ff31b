import { sql } from 'kysely'
import type { Db } from './postgres/database.ts'

const jobStates = ['due', 'scheduled', 'running', 'given_up'] as const
export const mailStates = ['waiting', 'failing', 'in_doubt', 'refused', 'dropped'] as const

export type JobFigure = { job: string; state: (typeof jobStates)[number]; count: number; oldestSeconds: number }
export type MailFigure = { state: (typeof mailStates)[number]; count: number; oldestSeconds: number }
export type StoredFigures = { jobs: JobFigure[]; mails: MailFigure[]; databaseBytes: number }

/**
 * The jobs of all processes by name and state, with the age of the oldest: since it was due, since it was taken, or since its last
 * attempt; 0 for one that is not due yet. The unsent mails of the last 30 days by state: `in_doubt` may have arrived, `refused` did
 * not. Ages are by the database's clock.
 */
export async function readStoredFigures(db: Db): Promise<StoredFigures> {
  const [jobs, mails, size] = await Promise.all([
    sql<JobFigure>`
      select name as job, state, count(*)::int as count,
        max(case when state = 'scheduled' then 0 else greatest(0, extract(epoch from now() - since)) end)::float8 as "oldestSeconds"
      from (
        select task_identifier as name, case
            when locked_at is not null then 'running' when attempts >= max_attempts then 'given_up'
            when run_at > now() then 'scheduled' else 'due' end as state,
          coalesce(locked_at, run_at) as since
        from graphile_worker.jobs
      ) as job
      group by name, state`.execute(db),
    sql<MailFigure>`
      select state, count(*)::int as count,
        max(greatest(0, extract(epoch from now() - created_at)))::float8 as "oldestSeconds"
      from (
        select created_at, case
            when dropped_at is not null then 'dropped' when sending_since is not null then 'in_doubt'
            when sealed_body is null then 'refused' when attempts > 0 then 'failing' else 'waiting' end as state
        from outbound_mails where sent_at is null
      ) as mail
      group by state`.execute(db),
    sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db),
  ])
  return { jobs: jobs.rows, mails: mails.rows, databaseBytes: size.rows[0]?.bytes ?? 0 }
}
