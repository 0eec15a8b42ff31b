import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Ends what gives access to the account's data without a session, which an intruder may have created: its calendar feeds. The
 * caller holds the lock on the account, which the creation of a feed takes, too.
 * @returns how many feeds it had
 */
export async function endLastingAccess(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_lasting_access(${userId}) as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}
