import { sql } from 'kysely'
import { repairWeeklyStarts } from '#server/features/centers/repository/services.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { countStaleWeeklyStarts } from '../repository/stored-times.ts'

/** Tells an operator how many services have stored start times that disagree with the working hours. */
export async function checkStoredTimes(db: Db): Promise<{ stale: number; services: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return countStaleWeeklyStarts(tx)
  })
}

/** Recomputes for an operator the start times that disagree with the working hours. */
export async function repairStoredTimes(db: Db): Promise<{ repaired: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return { repaired: await repairWeeklyStarts(tx) }
  })
}
