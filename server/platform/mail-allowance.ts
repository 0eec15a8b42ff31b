import { sql } from 'kysely'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/database.ts'
import { takeWithin } from './rate-limit.ts'

/** What an address receives in 24 hours before its owner has proved that it is theirs. */
export const mailsPerDay = 5
/** Where an account waits for that proof, one mail is left for the link. */
const noticesPerDay = { 'unproven account': mailsPerDay - 1, 'no account': mailsPerDay }

type Planned = {
  platform: Pick<Platform, 'secret' | 'log'>
  to: string
  kind: string
  /** It carries what its reader proves the address with, or gets back into the account with. */
  isProof?: boolean | undefined
}

/**
 * Counts one mail to an address, in the caller's transaction. Only unverified addresses are counted.
 * @returns whether the mail may go there; if not, the log says so
 */
export async function takeMail(tx: Tx | Db, { platform, to, kind, isProof = false }: Planned): Promise<boolean> {
  const { rows } = await sql<{ proof: 'proven' | keyof typeof noticesPerDay }>`
    select mail_standing(${to}, ${kind}) as proof`.execute(tx)
  const proof = rows[0]?.proof ?? 'no account'
  if (proof === 'proven') return true
  const { secret, log } = platform
  const day = { secret, key: to.toLowerCase(), windowSeconds: 86_400 }
  const isLeft =
    (isProof || (await takeWithin(tx, { ...day, name: 'mail.unproven_notices', limit: noticesPerDay[proof] }))) &&
    (await takeWithin(tx, { ...day, name: 'mail.unproven', limit: mailsPerDay }))
  if (!isLeft) log.info({ kind }, 'a mail was withheld: its unverified address has received as many as it may today')
  return isLeft
}
