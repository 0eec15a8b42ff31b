import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob } from './jobs.ts'
import { dayMs, hourMs } from './local-time.ts'
import { openBody } from './mail-body.ts'
import { isPromotional } from './mail-kinds.ts'
import { isMailPaused, sendMailJobOptions } from './mail-pause.ts'
import { refusalCause } from './mail-refusals.ts'
import { mailServerAt } from './mail-server.ts'
import { isOnByDefault } from './notification-defaults.ts'
import type { Platform } from './platform.ts'
import type { DB } from './postgres/schema.gen.ts'
import { unsubscribeUrl } from './unsubscribe-links.ts'

/** How long a mail is repeated whose refusal may be the recipient's or our account's, and when the operator hears of it. */
const uncertainForMs = dayMs
const uncertainUnnoticedMs = hourMs

/**
 * Sends one stored mail. Without SMTP_URL it is only stored, and /dev/mail shows it.
 * An attempt that was refused, or failed before the mail was handed over, is repeated while the mail is valid, unless the recipient
 * or the content was refused for good, or an uncertain reason has lasted for a day. One with an unknown outcome (a broken connection or a crash in the middle) is not: the mail
 * may have arrived, and the person can request another.
 */
export const sendMailJob = defineJob({
  ...sendMailJobOptions,
  payload: z.object({ id: z.uuid() }),
  waitsFor: 'mail',
  async run({ platform, payload }) {
    const { smtpUrl } = platform.settings
    if (smtpUrl === undefined) return
    // The command that ends the pause queues every waiting mail again.
    if (await isMailPaused(platform.db)) return
    if (await dropUntrue(platform, payload.id)) return
    const mail = await claim(platform, payload.id)
    if (!mail) return
    const outcome = await deliver({ platform, smtpUrl, mail })
    await record({ platform, id: mail.id, outcome })
    const logged = { mail: mail.id, kind: mail.kind }
    if (outcome.kind === 'refused') platform.log.warn(logged, 'a mail was refused for good')
    if (outcome.kind === 'retry') warnOperator(platform, { mail, error: outcome.error })
    if (outcome.kind === 'unknown')
      platform.log.warn(logged, 'the outcome of a delivery is unknown; the mail is not sent again')
    // Thrown once the attempt is on record, so that the worker tries again later.
    if (outcome.kind === 'retry') throw outcome.error
  },
})

type Outcome = { kind: 'sent' } | { kind: 'refused' | 'retry' | 'unknown'; error: Error }
type Claimed = Pick<
  Selectable<DB['outbound_mails']>,
  | 'id'
  | 'recipient'
  | 'reply_to'
  | 'subject'
  | 'sealed_body'
  | 'key_id'
  | 'kind'
  | 'created_at'
  | 'reader_id'
  | 'preference'
  | 'uncertain_since'
>

/**
 * Gives a waiting mail up that came too late, whose subject has changed since it was queued, or whose reader has switched such
 * mails off. The delivery lists show it, and its body is deleted.
 * @returns whether it was given up, now or before
 */
async function dropUntrue({ db, clock, settings, log }: Platform, id: string): Promise<boolean> {
  const now = clock.now()
  const { rows } = await sql<{ kind: string; reason: string | null }>`
    with judged as (
      select id, kind, dropped_at is not null as is_dropped, case
        when valid_until <= ${now} then 'too late'
        when about is not null and subject_state(about, about_id) is distinct from about_state then 'outdated'
        when reader_id is not null and not coalesce(
          (select by_mail from notification_preferences as chosen
            where chosen.user_id = reader_id and chosen.kind = preference),
          ${isOnByDefault('preference')}) then 'switched off'
      end as reason
      from outbound_mails where id = ${id} and sent_at is null and sending_since is null
    ), dropped as (
      update outbound_mails set dropped_at = ${now}, drop_reason = judged.reason, sending_since = null,
        sealed_body = case when ${settings.demo} then outbound_mails.sealed_body end,
        key_id = case when ${settings.demo} then outbound_mails.key_id end
      from judged where outbound_mails.id = judged.id and judged.reason is not null and dropped_at is null
      returning judged.reason
    )
    select kind, case when is_dropped then 'earlier' else reason end as reason from judged`.execute(db)
  const [judged] = rows
  if (!judged || judged.reason === null) return false
  if (judged.reason !== 'earlier')
    log.info({ mail: id, kind: judged.kind, reason: judged.reason }, 'a mail was dropped')
  return true
}

/**
 * Claims the mail. The claim commits before the mail is sent, so that no lock and no connection waits for a mail server.
 * @returns undefined when another process has claimed or sent it
 */
async function claim(platform: Platform, id: string): Promise<Claimed | undefined> {
  return platform.db
    .updateTable('outbound_mails')
    .set((eb) => ({ sending_since: platform.clock.now(), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('sending_since', 'is', null)
    .where('dropped_at', 'is', null)
    .returning(['id', 'recipient', 'reply_to', 'subject', 'sealed_body', 'key_id', 'kind', 'created_at'])
    .returning(['reader_id', 'preference', 'uncertain_since'])
    .executeTakeFirst()
}

async function record({ outcome, platform, id }: { platform: Platform; id: string; outcome: Outcome }): Promise<void> {
  const isOver = outcome.kind !== 'retry'
  await platform.db
    .updateTable('outbound_mails')
    .set(outcome.kind === 'sent' ? { sent_at: platform.clock.now() } : {})
    .set(outcome.kind === 'unknown' ? {} : { sending_since: null })
    .set({ last_error: outcome.kind === 'sent' ? null : outcome.error.message })
    .set((eb) =>
      outcome.kind === 'retry' && refusalCause(outcome.error) === 'uncertain'
        ? { uncertain_since: eb.fn.coalesce('uncertain_since', eb.val(platform.clock.now())) }
        : {},
    )
    // The mail is not sent again. In the demonstration, /dev/mail shows it for another day.
    .set(isOver && !platform.settings.demo ? { sealed_body: null, key_id: null } : {})
    .where('id', '=', id)
    .execute()
}

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
  if (body === 'other key') return { kind: 'retry', error: new Error('another SECRET_KEY encrypted this mail') }
  if (typeof body === 'string') return { kind: 'refused', error: new Error(`the body of this mail is ${body}`) }
  const { mailFrom, publicUrl } = platform.settings
  let isHandedOver = false
  try {
    const message = {
      from: mailFrom,
      // As an object: a comma in an address must not become a second recipient.
      to: { name: '', address: mail.recipient },
      ...(mail.reply_to !== null && { replyTo: { name: '', address: mail.reply_to } }),
      subject: mail.subject,
      ...body,
      // The same at every attempt, so that readers can tell it is one mail.
      messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
      date: mail.created_at,
      ...headersOf(platform, mail),
    }
    await mailServerAt(smtpUrl).send(message, {
      onHandOver: () => {
        isHandedOver = true
      },
    })
    return { kind: 'sent' }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const cause = refusalCause(error)
    if (cause === 'recipient or content') return { kind: 'refused', error }
    if (cause === 'uncertain' && uncertainMs(platform, mail) >= uncertainForMs) return { kind: 'refused', error }
    // A code means that the server itself has refused the mail.
    const isRefusedByServer = 'responseCode' in error && typeof error.responseCode === 'number'
    return { kind: isHandedOver && !isRefusedByServer ? 'unknown' : 'retry', error }
  }
}

/**
 * The promotional ones are those of RFC 8058, from which mail programs offer to stop such mails. A list in a list is one header
 * with one address; a plain list would be two headers, which breaks the rule.
 */
function headersOf(platform: Platform, { id, kind, reader_id: userId, preference }: Claimed) {
  const headers = {
    // Keeps automatic replies (holidays) from replying to us.
    'Auto-Submitted': 'auto-generated',
    // Gmail otherwise shows mails with one subject as one conversation, and hides what a later one repeats, such as a code.
    'X-Entity-Ref-ID': id,
  }
  if (!isPromotional(kind) || userId === null || preference === null) return { headers }
  const url = unsubscribeUrl(platform, { userId, kind: preference as NotificationKind })
  return {
    headers: { ...headers, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    list: { unsubscribe: [[url]] },
  }
}

/** How long the mail server has refused the mail for an uncertain reason. */
function uncertainMs({ clock }: Platform, { uncertain_since: since }: Claimed): number {
  return since === null ? 0 : clock.now().getTime() - since.getTime()
}

/** Perhaps no attempt succeeds until the operator or the provider changes something, so the log says more than that a job failed. */
function warnOperator(platform: Platform, { mail, error }: { mail: Claimed; error: Error }): void {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const logged = { mail: mail.id, kind: mail.kind, command, code: responseCode }
  const cause = refusalCause(error)
  if (cause === 'our account')
    platform.log.error(
      logged,
      'the mail server refuses mails of this account: check its password, its limits and MAIL_FROM; the mails wait',
    )
  if (cause === 'uncertain' && uncertainMs(platform, mail) >= uncertainUnnoticedMs)
    platform.log.error(
      logged,
      'the mail server keeps refusing a mail without saying why: the recipient may not exist, or this account may have reached a limit; it is given up after a day',
    )
}
