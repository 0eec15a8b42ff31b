import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** How many calendar feeds ended, and how many open invitations were withdrawn. */
export type EndedAccess = { feeds: number; invitations: number }

/**
 * Ends what gives access to the account's data without a session, which an intruder may have created: its calendar feeds, and the
 * open invitations that it sent. The caller holds the lock on the account, which the creation of both takes, too.
 */
export async function endLastingAccess(tx: Tx, { userId }: { userId: string }): Promise<EndedAccess> {
  // Before the function deletes them.
  const open = sql<{ invitations: number }>`
    select count(*)::integer as invitations from center_invitations where invited_by = ${userId}`
  const { rows: counted } = await open.execute(tx)
  const { rows } = await sql<{ feeds: number }>`select end_lasting_access(${userId}) as feeds`.execute(tx)
  return { feeds: rows[0]?.feeds ?? 0, invitations: counted[0]?.invitations ?? 0 }
}
