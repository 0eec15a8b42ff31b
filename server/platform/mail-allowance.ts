import { sql } from 'kysely'
import type { MailKind } from './mail-kinds.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { takeWithin } from './rate-limit.ts'

/** What an address receives in 24 hours before its owner has proved that it is theirs. */
export const mailsPerDay = 5
/** For an account without that proof, one mail stays reserved for its link. */
const noticesPerDay = { 'unproven account': mailsPerDay - 1, 'no account': mailsPerDay }

/**
 * What may not get lost, because its reader would travel in vain or miss money: the mails of what others did to an appointment.
 * They are as few as the appointments of an unproven account, and have a limit of their own.
 */
const urgentKinds: ReadonlySet<string> = new Set([
  'appointments.cancelled_by_center',
  'appointments.cancelled_by_staff',
  'appointments.moved_by_center',
  'appointments.series_cancelled',
  'appointments.series_moved',
  'appointments.refunded_by_center',
  'appointments.payment_undone',
] satisfies MailKind[])
const urgentPerDay = 5

/**
 * Whether an address is proven to be its owner's, as the database's mail_standing() returns it. Here `unproven account` means that the
 * address is unconfirmed: a visit proves the person to a centre, but no address.
 */
export type Proof = 'proven' | keyof typeof noticesPerDay

type Planned = {
  platform: Pick<Platform, 'secret' | 'log'>
  to: string
  kind: string
  /** It contains the link or code that verifies the address or recovers the account. */
  isProof?: boolean
}

/**
 * Counts one mail to an address, in the caller's transaction. Only unverified addresses are counted.
 * @returns whether the mail may go there; if not, the log says so
 */
export async function takeMail(tx: Tx | Db, planned: Planned): Promise<boolean> {
  const { rows } = await sql<{ proof: Proof }>`
    select mail_standing(${planned.to}, ${planned.kind}) as proof`.execute(tx)
  return takeMailTo(tx, { ...planned, proof: rows[0]?.proof ?? 'no account' })
}

/** Like takeMail, where the caller has read the proof of the address. */
export async function takeMailTo(
  tx: Tx | Db,
  { platform, to, kind, isProof = false, proof }: Planned & { proof: Proof },
): Promise<boolean> {
  if (proof === 'proven') return true
  const { secret, log } = platform
  const day = { secret, key: to.toLowerCase(), windowSeconds: 86_400 }
  const isUrgent = proof === 'unproven account' && urgentKinds.has(kind)
  if (isUrgent && (await takeWithin(tx, { ...day, name: 'mail.unproven_urgent', limit: urgentPerDay }))) return true
  const isLeft =
    (isProof || (await takeWithin(tx, { ...day, name: 'mail.unproven_notices', limit: noticesPerDay[proof] }))) &&
    (await takeWithin(tx, { ...day, name: 'mail.unproven', limit: mailsPerDay }))
  if (!isLeft) log.info({ kind }, 'a mail was withheld: its unverified address has received as many as it may today')
  return isLeft
}
