import { sql } from 'kysely'
import { cutText } from './cut-text.ts'
import { newId } from './ids.ts'
import { addJobs } from './jobs.ts'
import { type Proof, takeMailTo } from './mail-allowance.ts'
import { sealBody } from './mail-body.ts'
import { sendMailJob } from './mail-delivery.ts'
import { type KindWithoutSubject, type MailKind, ruleOf } from './mail-kinds.ts'
import type { Platform } from './platform.ts'
import { builtOnce } from './postgres/built-query.ts'
import type { Db, Tx } from './postgres/database.ts'

/**
 * `kind` names the mail in the log and in tests, and decides what is checked again when it is sent (mail-kinds.ts). `text` has
 * the content of `html`, for mail programs that show no HTML. `replyTo`: where a reply goes, if not to Senda.
 */
export type Mail = { to: string; subject: string; html: string; text: string; kind: MailKind; replyTo?: string }

/** What the table stores. A subject may contain a name that is as long as this alone. */
const maxSubjectLength = 200

type About = { kind: MailKind; aboutId: string } | { kind: KindWithoutSubject; aboutId?: undefined }

type Queued = Omit<Mail, 'kind'> &
  About & {
    mailId?: string
    userId?: string
    isCounted?: boolean
    isProof?: boolean
    /** The account whose switch for such mails counts; undefined for a guest or a centre. */
    readerId?: string | undefined
    /** When what the mail says ends, if that is earlier than its kind allows. */
    validUntil?: Date | undefined
  }
type Queueing = Pick<Platform, 'secret' | 'log' | 'clock'>

/**
 * Stores the mail and queues the job that sends it, in the transaction of the change that the mail is about, so that neither
 * happens without the other.
 * `mailId`: for a caller that follows its delivery. `userId`: the account with which the mail's row is exported and deleted
 * even when it was sent to an address that is not the account's, or is no longer.
 * `isCounted`: takeMail() has counted the mail, or it goes to the operator. `isProof`: as for takeMail().
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
  const now = platform.clock.now()
  const sealed = mails.map(({ isCounted = false, ...mail }) => ({
    ...mail,
    subject: cutText(mail.subject, maxSubjectLength),
    ...checksOf(mail, now),
    ...sealBody(platform, mail),
    id: mail.mailId ?? newId(),
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

function checksOf({ kind, aboutId, readerId, validUntil }: Queued, now: Date) {
  const { about, preference, validMs } = ruleOf(kind)
  const end = Math.min(now.getTime() + validMs, validUntil?.getTime() ?? Number.POSITIVE_INFINITY)
  return {
    about,
    aboutId: about === null ? undefined : aboutId,
    readerId: preference === null ? undefined : readerId,
    preference: readerId === undefined ? null : preference,
    validUntil: new Date(end),
  }
}

type Stored = Pick<Mail & Queued, 'to' | 'subject' | 'kind' | 'userId' | 'replyTo'> &
  ReturnType<typeof checksOf> & {
    id: string
    sealed_body: Buffer
    key_id: string
    isAllowed: boolean
  }

/** Stores each mail and its job when it is allowed or its address is proven, in one statement. @returns the proof of each */
async function storeMails(tx: Tx | Db, mails: readonly Stored[]): Promise<Proof[]> {
  const column = <Key extends keyof Stored>(key: Key) => mails.map((mail) => mail[key] ?? null)
  const rows = await storage(tx, {
    ids: column('id'),
    recipients: column('to'),
    subjects: column('subject'),
    bodies: column('sealed_body'),
    keyIds: column('key_id'),
    kinds: column('kind'),
    userIds: column('userId'),
    replyTos: column('replyTo'),
    abouts: column('about'),
    aboutIds: column('aboutId'),
    readerIds: column('readerId'),
    preferences: column('preference'),
    ends: column('validUntil'),
    areAllowed: column('isAllowed'),
  })
  return rows.map(({ proof }) => proof)
}

type Columns = Record<
  | 'ids'
  | 'recipients'
  | 'subjects'
  | 'bodies'
  | 'keyIds'
  | 'kinds'
  | 'userIds'
  | 'replyTos'
  | 'abouts'
  | 'aboutIds'
  | 'readerIds'
  | 'preferences'
  | 'ends'
  | 'areAllowed',
  readonly unknown[]
>

const storage = builtOnce(
  (_, mails: Columns) => sql<{ proof: Proof }>`
    with mail as materialized (
      select *,
        case when is_allowed then 'proven' else mail_standing(recipient, kind) end as proof
      from unnest(${mails.ids}::uuid[], ${mails.recipients}::text[], ${mails.subjects}::text[],
        ${mails.bodies}::bytea[], ${mails.keyIds}::text[], ${mails.kinds}::text[], ${mails.userIds}::uuid[],
        ${mails.replyTos}::text[], ${mails.abouts}::text[], ${mails.aboutIds}::uuid[], ${mails.readerIds}::uuid[],
        ${mails.preferences}::text[], ${mails.ends}::timestamptz[], ${mails.areAllowed}::boolean[])
        with ordinality as wanted(id, recipient, subject, sealed_body, key_id, kind, user_id, reply_to, about, about_id,
          reader_id, preference, valid_until, is_allowed, nth)),
    stored as (
      insert into outbound_mails (id, recipient, subject, sealed_body, key_id, kind, user_id, reply_to, about, about_id,
        about_state, reader_id, preference, valid_until)
      select id, recipient, subject, sealed_body, key_id, kind, user_id, reply_to, about, about_id,
        subject_state(about, about_id), reader_id, preference, valid_until
      from mail where proof = 'proven' returning id),
    queued as (
      select ${addJobs(sendMailJob, sql`json_build_object('id', id)`)} from stored having count(*) > 0)
    select proof, (select count(*) from queued) from mail order by nth`,
)
