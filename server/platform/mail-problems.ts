import { sql } from 'kysely'
import { addJobs } from './jobs.ts'
import { maskEmails } from './log.ts'
import { sendMailJobOptions } from './mail-pause.ts'
import type { Db } from './postgres/database.ts'

/** Of `in_doubt` it isn't known whether the mail arrived; `refused` did not; `failing` is tried again by itself. */
export type MailProblem = {
  id: string
  kind: string
  state: 'failing' | 'in_doubt' | 'refused'
  attempts: number
  error: string
  createdAt: Date
}

const shownMails = 50

/** The unsent mails that failed at least once or whose sending was broken off, the newest first, without their addresses. */
export async function listMailProblems(db: Db): Promise<MailProblem[]> {
  const { rows } = await sql<MailProblem>`
    select id, kind, attempts, created_at as "createdAt", left(coalesce(last_error, ''), 500) as error, case
        when sending_since is not null then 'in_doubt' when sealed_body is null then 'refused' else 'failing' end as state
    from outbound_mails
    -- One that is being sent right now is not in doubt.
    where sent_at is null and dropped_at is null
      and (attempts > 0 or sealed_body is null) and (sending_since is null or sending_since < now() - interval '2 minutes')
    order by created_at desc, id desc limit ${shownMails}`.execute(db)
  return rows.map((mail) => ({ ...mail, error: maskEmails(mail.error) }))
}

/**
 * Lets a failing mail be tried now. Another job of it may wait, too: it is sent once. One in doubt may have arrived, and one that was
 * refused has no content any more. @returns false for these, and for one that is not there
 */
export async function retryMail(db: Db, { mailId }: { mailId: string }): Promise<boolean> {
  const { rows } = await sql`
    with failing as (
      select id from outbound_mails
      where id = ${mailId} and sent_at is null and sending_since is null and dropped_at is null and sealed_body is not null),
    queued as (
      select ${addJobs(sendMailJobOptions, sql`json_build_object('id', id)`)} from failing having count(*) > 0)
    select id from failing where exists (select from queued)`.execute(db)
  return rows.length > 0
}
