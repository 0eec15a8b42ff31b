import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'
import { countWrongSums } from '../repository/sums.ts'

/** Compares the daily sums that staff see with the commissions. */
export async function verifySums(db: Db): Promise<{ sums: number; wrong: number }> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return countWrongSums(tx)
    })
}
