import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { withDeadline } from './deadline.ts'
import { newId } from './ids.ts'
import { addJobs, cronJob, defineJob } from './jobs.ts'
import { dayMs } from './local-time.ts'
import { type Proof, takeMailTo } from './mail-allowance.ts'
import { openBody, sealBody } from './mail-body.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { anyOf } from './postgres/lists.ts'
import type { DB } from './postgres/schema.gen.ts'

/**
 * `kind` names the mail in the log and in tests: 'accounts.recovery'. The kind of a mail to a centre's contact address ends in
 * '.center', so that data exports can tell a centre's mails from a user's (accounts/rules/own-mail.ts). `text` has the content of
 * `html`, for mail programs that show no HTML.
 */
export type Mail = { to: string; subject: string; html: string; text: string; kind: string }

export type OutboundMail = Mail & {
  id: string
  createdAt: Date
  sentAt: Date | null
  attempts: number
  lastError: string | null
}

type Queued = Mail & { userId?: string; isCounted?: boolean; isProof?: boolean }
type Queueing = Pick<Platform, 'secret' | 'log'>

/**
 * Stores the mail and queues the job that sends it, in the transaction of the change that the mail is about, so that neither
 * happens without the other.
 * `userId`: the account that the mail is about, for a mail to an address that is not the account's, or will not stay it.
 * `isCounted`: takeMail() has counted the mail. `isProof`: as for takeMail().
 * @returns false when the mail is withheld, because its unverified address has received as many as it may today
 */
export async function queueMail(tx: Tx | Db, { platform, ...mail }: Queued & { platform: Queueing }): Promise<boolean> {
  const [isQueued = false] = await queueMails(tx, { platform, mails: [mail] })
  return isQueued
}

/** Like queueMail(), for mails about the same change, in one statement. */
export async function queueMails(
  tx: Tx | Db,
  { platform, mails }: { platform: Queueing; mails: readonly Queued[] },
): Promise<boolean[]> {
  const sealed = mails.map(({ isCounted = false, ...mail }) => ({
    ...mail,
    ...sealBody(platform, mail),
    id: newId(),
    isAllowed: isCounted,
  }))
  const proofs = await storeMails(tx, sealed)
  const queued: boolean[] = []
  for (const [index, mail] of sealed.entries()) {
    const proof = proofs[index] ?? 'no account'
    const isAllowed = proof === 'proven' || (await takeMailTo(tx, { platform, ...mail, proof }))
    if (isAllowed && proof !== 'proven') await storeMails(tx, [{ ...mail, isAllowed }])
    queued.push(isAllowed)
  }
  return queued
}

type Stored = Pick<Queued, 'to' | 'subject' | 'kind' | 'userId'> & {
  id: string
  sealed_body: Buffer
  key_id: string
  isAllowed: boolean
}

/** Stores each mail and its job when it is allowed or its address is proven, in one statement. @returns the proof of each */
async function storeMails(tx: Tx | Db, mails: readonly Stored[]): Promise<Proof[]> {
  const column = <Key extends keyof Stored>(key: Key) => mails.map((mail) => mail[key] ?? null)
  const { rows } = await sql<{ proof: Proof }>`
    with mail as materialized (
      select id, recipient, subject, sealed_body, key_id, kind, user_id, nth,
        case when is_allowed then 'proven' else mail_standing(recipient, kind) end as proof
      from unnest(${column('id')}::uuid[], ${column('to')}::text[], ${column('subject')}::text[],
        ${column('sealed_body')}::bytea[], ${column('key_id')}::text[], ${column('kind')}::text[],
        ${column('userId')}::uuid[], ${column('isAllowed')}::boolean[])
        with ordinality as wanted(id, recipient, subject, sealed_body, key_id, kind, user_id, is_allowed, nth)),
    stored as (
      insert into outbound_mails (id, recipient, subject, sealed_body, key_id, kind, user_id)
      select id, recipient, subject, sealed_body, key_id, kind, user_id from mail where proof = 'proven' returning id),
    queued as (
      select ${addJobs(sendMailJob, sql`json_build_object('id', id)`)} from stored having count(*) > 0)
    select proof, (select count(*) from queued) from mail order by nth`.execute(tx)
  return rows.map(({ proof }) => proof)
}

/**
 * Sends one stored mail. Without SMTP_URL it is only stored, and /dev/mail shows it.
 * An attempt that was refused, or failed before the mail was handed over, is repeated. One with an unknown outcome (a broken
 * connection or a crash in the middle) is not: the mail may have arrived, and the person can request another.
 */
export const sendMailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ id: z.uuid() }),
  async run({ platform, payload }) {
    const { smtpUrl } = platform.settings
    if (smtpUrl === undefined) return
    const mail = await claim(platform, payload.id)
    if (!mail) return
    const outcome = await deliver({ platform, smtpUrl, mail })
    await record({ platform, id: mail.id, outcome })
    const about = { mail: mail.id, kind: mail.kind }
    if (outcome.kind === 'refused') platform.log.warn(about, 'a mail was refused for good')
    if (outcome.kind === 'unknown')
      platform.log.warn(about, 'the outcome of a delivery is unknown; the mail is not sent again')
    // Thrown once the attempt is on record, so that the worker tries again later.
    if (outcome.kind === 'again') throw outcome.error
  },
})

type Outcome = { kind: 'sent' } | { kind: 'refused' | 'again' | 'unknown'; error: Error }
type Claimed = Pick<
  Selectable<DB['outbound_mails']>,
  'id' | 'recipient' | 'subject' | 'sealed_body' | 'key_id' | 'kind' | 'created_at'
>

/**
 * Claims the mail. It is committed before the mail is sent, so that no lock and no connection waits for a mail server.
 * @returns undefined when another process has claimed or sent it
 */
async function claim(platform: Platform, id: string): Promise<Claimed | undefined> {
  return platform.db
    .updateTable('outbound_mails')
    .set((eb) => ({ sending_since: platform.clock.now(), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('sending_since', 'is', null)
    .returning(['id', 'recipient', 'subject', 'sealed_body', 'key_id', 'kind', 'created_at'])
    .executeTakeFirst()
}

async function record({ outcome, platform, id }: { platform: Platform; id: string; outcome: Outcome }): Promise<void> {
  const isOver = outcome.kind !== 'again'
  await platform.db
    .updateTable('outbound_mails')
    .set(outcome.kind === 'sent' ? { sent_at: platform.clock.now() } : {})
    .set(outcome.kind === 'unknown' ? {} : { sending_since: null })
    .set({ last_error: outcome.kind === 'sent' ? null : outcome.error.message })
    // The mail is not sent again. In the demonstration, /dev/mail shows it for another day.
    .set(isOver && !platform.settings.demo ? { sealed_body: null, key_id: null } : {})
    .where('id', '=', id)
    .execute()
}

/** The time limit of each of the two connections to the mail server. */
const answerWithinMs = 45_000

async function deliver({
  mail,
  platform,
  smtpUrl,
}: {
  platform: Platform
  smtpUrl: string
  mail: Claimed
}): Promise<Outcome> {
  const body = openBody(platform, mail)
  if (body === 'other key') return { kind: 'again', error: new Error('another SECRET_KEY encrypted this mail') }
  if (typeof body === 'string') return { kind: 'refused', error: new Error(`the body of this mail is ${body}`) }
  const { mailFrom, publicUrl } = platform.settings
  // Without an SMTP server, as in the demonstration, nothing needs this library.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let isHandedOver = false
  try {
    // Connection and password are checked first, separately: a failure here means that nothing was sent.
    await withDeadline({
      milliseconds: answerWithinMs,
      work: transport.verify(),
      error: mailServerTooLate,
    })
    isHandedOver = true
    const sending = transport.sendMail({
      from: mailFrom,
      // As an object: a comma in an address must not become a second recipient.
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      ...body,
      // The same at every attempt, so that readers can tell it is one mail.
      messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
      date: mail.created_at,
      // Keeps automatic replies (holidays) from answering us.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await withDeadline({ milliseconds: answerWithinMs, work: sending, error: mailServerTooLate })
    return { kind: 'sent' }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (isRefusedForGood(error)) return { kind: 'refused', error }
    // A code means that the server itself has refused the mail.
    const isAnswer = 'responseCode' in error && typeof error.responseCode === 'number'
    return { kind: isHandedOver && !isAnswer ? 'unknown' : 'again', error }
  } finally {
    transport.close()
  }
}

const mailServerTooLate = (): Error => new Error('the mail server took too long')

/** A 5xx about this recipient or content is permanent; one about our password (EAUTH) is fixed in the settings. */
function isRefusedForGood(error: Error): boolean {
  if (!('responseCode' in error) || typeof error.responseCode !== 'number') return false
  const aboutThisMail = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  return aboutThisMail && error.responseCode >= 500
}

/**
 * A mail's body is deleted when the mail is sent; in the demonstration, and where a process died while sending it, a day later.
 * Its row is deleted after 90 days, or after 30 when it was never sent. In the demonstration, /dev/mail shows an unsent mail for
 * 90 days.
 */
export const purgeMailsJob = cronJob({
  name: 'mail.clear',
  cron: '41 * * * *',
  async run({ db, settings, clock }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
    await db
      .updateTable('outbound_mails')
      .set({ sealed_body: null, key_id: null })
      .where((eb) => eb.or([eb('sent_at', '<', before(1)), eb('sending_since', '<', before(1))]))
      .where('sealed_body', 'is not', null)
      .execute()
    await db.deleteFrom('outbound_mails').where('created_at', '<', before(90)).execute()
    if (settings.demo) return
    await db.deleteFrom('outbound_mails').where('created_at', '<', before(30)).where('sent_at', 'is', null).execute()
  },
})

const columns = [
  'id',
  'recipient as to',
  'subject',
  'sealed_body',
  'key_id',
  'kind',
  'created_at as createdAt',
  'sent_at as sentAt',
  'attempts',
  'last_error as lastError',
] as const

type Reading = Pick<Platform, 'db' | 'secret'>

/** The newest first. A body that was purged, or that this SECRET_KEY can't open, is empty. */
export async function listMails(platform: Reading, { limit }: { limit: number }): Promise<OutboundMail[]> {
  const rows = await platform.db
    .selectFrom('outbound_mails')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => withBody(platform, row))
}

export async function findMail(platform: Reading, id: string): Promise<OutboundMail | undefined> {
  const query = platform.db.selectFrom('outbound_mails').select(columns).where('id', '=', id)
  const row = await query.executeTakeFirst()
  return row && withBody(platform, row)
}

function withBody(
  platform: Reading,
  { sealed_body, key_id, ...row }: Omit<OutboundMail, 'html' | 'text'> & Pick<Claimed, 'sealed_body' | 'key_id'>,
): OutboundMail {
  const body = openBody(platform, { sealed_body, key_id })
  return { ...row, ...(typeof body === 'string' ? { html: '', text: '' } : body) }
}

/**
 * The mails to an address since an instant, sent or queued, without their content; the oldest first. `userId`: also the mails
 * that are stored as this account's, to any address.
 */
export async function listMailsTo(
  db: Db | Tx,
  { recipient, since, userId }: { recipient: string; since: Date; userId?: string },
): Promise<Pick<OutboundMail, 'id' | 'kind' | 'subject' | 'createdAt' | 'sentAt'>[]> {
  return db
    .selectFrom('outbound_mails')
    .select(['id', 'kind', 'subject', 'created_at as createdAt', 'sent_at as sentAt'])
    .where((eb) => {
      const toAddress = eb.and([eb('recipient', '=', recipient), eb('created_at', '>=', since)])
      return userId === undefined ? toAddress : eb.or([toAddress, eb('user_id', '=', userId)])
    })
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Deletes mails. A queued one is then never sent. */
export async function deleteMails(tx: Tx, { ids }: { ids: readonly string[] }): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('outbound_mails').where('id', '=', anyOf(ids)).execute()
}

/** Stores mails as the account's, before it changes its address, so that they can still be found. */
export async function assignMailsTo(
  tx: Tx,
  { ids, userId }: { userId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('outbound_mails').set({ user_id: userId }).where('id', '=', anyOf(ids)).execute()
}

/** Deletes the account's mails, at any address. */
export async function deleteMailsOf(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('outbound_mails').where('user_id', '=', userId).execute()
}

/** Deletes sent mails of a kind whose addresses must be deleted sooner than others. */
export async function deleteSentMails(db: Db, { kind, sentBefore }: { kind: string; sentBefore: Date }): Promise<void> {
  await db.deleteFrom('outbound_mails').where('kind', '=', kind).where('sent_at', '<', sentBefore).execute()
}
