import { sql } from 'kysely'
import { addJobs } from './jobs.ts'
import type { Platform } from './platform.ts'
import type { Db } from './postgres/database.ts'

// A restored database knows the addresses and browsers of real people, who must not hear from a copy by surprise. A restore pauses
// mails and push messages, until the operator says that this is the server that serves them.

export async function findMailPause(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('mail_pause').select('paused_at').executeTakeFirst()
  return row?.paused_at
}

export async function isMailPaused(db: Db): Promise<boolean> {
  return (await findMailPause(db)) !== undefined
}

/** Ends the pause, and queues what waits. @returns undefined when there was no pause, else how many mails wait */
export async function resumeMail({ db }: Pick<Platform, 'db'>): Promise<number | undefined> {
  const ended = await db.deleteFrom('mail_pause').returning('paused_at').executeTakeFirst()
  if (!ended) return undefined
  // After the pause is gone for every process: a job that has still seen it was about a mail that is stored by now. A mail
  // with two jobs is sent once.
  const { rows } = await sql<{ waiting: number }>`
    with waiting as (
      select id from outbound_mails
      where sent_at is null and sending_since is null and dropped_at is null and sealed_body is not null),
    queued as (
      select ${addJobs(sendMailJobOptions, sql`json_build_object('id', id)`)} from waiting having count(*) > 0)
    select (select count(*) from waiting)::int as waiting, (select count(*) from queued)`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** How sendMailJob is called, and how often it is tried: enough for a month, as the later attempts are six hours apart. */
export const sendMailJobOptions = { name: 'mail.send', maxAttempts: 130 }
