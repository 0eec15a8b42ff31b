import type { Selectable } from 'kysely'
import { cronJob } from './jobs.ts'
import { dayMs } from './local-time.ts'
import type { Mail } from './mail.ts'
import { openBody } from './mail-body.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { anyOf } from './postgres/lists.ts'
import type { DB } from './postgres/schema.gen.ts'

/** `kind`: also one that only an earlier version knew. */
export type OutboundMail = Omit<Mail, 'kind'> & {
  kind: string
  id: string
  createdAt: Date
  sentAt: Date | null
  attempts: number
  lastError: string | null
}

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
  {
    sealed_body,
    key_id,
    ...row
  }: Omit<OutboundMail, 'html' | 'text'> & Pick<Selectable<DB['outbound_mails']>, 'sealed_body' | 'key_id'>,
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
