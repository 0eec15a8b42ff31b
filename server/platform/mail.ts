import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { newId } from './ids.ts'
import { defineJob, enqueue } from './jobs.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'

/** `kind` names the mail for the log and for tests ('accounts.recovery'); `text` says the same as `html` for readers without it. */
export type Mail = { to: string; subject: string; html: string; text: string; kind: string }

export type OutboundMail = Mail & {
  id: string
  createdAt: Date
  sentAt: Date | null
  attempts: number
  lastError: string | null
}

/** Keeps the mail and the job that sends it, in the transaction that causes them: no change without its mail, and no mail without its change. */
export async function queueMail(tx: Tx | Db, mail: Mail): Promise<void> {
  const id = newId()
  await tx
    .insertInto('outbound_mails')
    .values({ id, recipient: mail.to, subject: mail.subject, html: mail.html, body_text: mail.text, kind: mail.kind })
    .execute()
  await enqueue(tx, sendMailJob, { id })
}

/** Sends one kept mail. Without SMTP_URL it stays where it is, to be read at /dev/mail. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ id: z.uuid() }),
  async run({ platform, payload }) {
    const { smtpUrl } = platform.settings
    if (smtpUrl === undefined) return
    const failed = await platform.db.transaction().execute((tx) => sendOnce({ tx, platform, smtpUrl, id: payload.id }))
    // Thrown after the commit, so that the attempt is on record and the worker tries again later.
    if (failed) throw failed
  },
})

/** @returns what went wrong, when trying again may help. */
async function sendOnce(o: { tx: Tx; platform: Platform; smtpUrl: string; id: string }): Promise<Error | undefined> {
  const { tx, platform } = o
  // Whoever else got this job waits here, and then finds the mail sent.
  const mail = await tx
    .selectFrom('outbound_mails')
    .selectAll()
    .where('id', '=', o.id)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!mail) return undefined

  const attempt = tx.updateTable('outbound_mails').where('id', '=', mail.id)
  const attempts = mail.attempts + 1
  try {
    await deliver({
      smtpUrl: o.smtpUrl,
      from: platform.settings.mailFrom,
      // The same at every attempt: should we die between the server's yes and our commit, readers can tell it is one mail.
      messageId: `<${mail.id}@${new URL(platform.settings.publicUrl).hostname}>`,
      mail: { to: mail.recipient, subject: mail.subject, html: mail.html, text: mail.body_text, kind: mail.kind },
      writtenAt: mail.created_at,
    })
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    await attempt.set({ attempts, last_error: failure.message }).execute()
    if (!isRefusedForGood(failure)) return failure
    platform.log.warn({ mail: mail.id, kind: mail.kind }, 'a mail was refused for good')
    return undefined
  }
  await attempt.set({ attempts, last_error: null, sent_at: platform.clock.now() }).execute()
  return undefined
}

/** Resolves once the server has taken the mail. */
async function deliver(o: {
  smtpUrl: string
  from: string
  messageId: string
  mail: Mail
  writtenAt: Date
}): Promise<void> {
  const transport = createTransport({
    url: o.smtpUrl,
    // All of them together stay below the time that a transaction may wait for us.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: o.from,
      // As an object: a comma in an address must not become a second recipient.
      to: { name: '', address: o.mail.to },
      subject: o.mail.subject,
      html: o.mail.html,
      text: o.mail.text,
      messageId: o.messageId,
      date: o.writtenAt,
      // Keeps automatic replies (holidays) from answering us.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } finally {
    transport.close()
  }
}

/** A 5xx to this recipient or content stays a no; one to our password (EAUTH) is repaired in the settings. */
function isRefusedForGood(error: Error): boolean {
  if (!('responseCode' in error) || typeof error.responseCode !== 'number') return false
  const aboutThisMail = 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  return aboutThisMail && error.responseCode >= 500
}

const columns = [
  'id',
  'recipient as to',
  'subject',
  'html',
  'body_text as text',
  'kind',
  'created_at as createdAt',
  'sent_at as sentAt',
  'attempts',
  'last_error as lastError',
] as const

/** The newest first. */
export async function listMails(db: Db | Tx, o: { limit: number }): Promise<OutboundMail[]> {
  return db
    .selectFrom('outbound_mails')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(o.limit)
    .execute()
}

export async function getMail(db: Db | Tx, id: string): Promise<OutboundMail | undefined> {
  return db.selectFrom('outbound_mails').select(columns).where('id', '=', id).executeTakeFirst()
}
