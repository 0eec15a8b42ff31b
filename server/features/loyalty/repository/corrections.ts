import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { addToBalance } from './ledger.ts'

type Correction = {
  id: string
  userId: string
  points: number
  description: string
  correctedBy: string
  now: Date
}

/** The caller has locked the balance. @returns false when the id is already stored, or it would take more than the balance */
export async function insertCorrection(tx: Tx, input: Correction): Promise<boolean> {
  const { id, userId, points, description, correctedBy, now } = input
  const { rows } = await sql<{ id: string }>`
    insert into points_transactions
      (id, user_id, points_amount, transaction_type, description, corrected_by, created_at)
    select ${id}, user_id, ${points}::integer, 'corrected', ${description}, ${correctedBy}, ${now}
    from user_points where user_id = ${userId} and (${points}::integer > 0 or available_points + ${points}::integer >= 0)
    on conflict (id) do nothing returning id`.execute(tx)
  if (rows.length === 0) return false
  await addToBalance(tx, { userId, points, now })
  return true
}

export async function sumCorrections(
  db: Db | Tx,
  { correctedBy, since }: { correctedBy: string; since: Date },
): Promise<number> {
  const { sum } = await db
    .selectFrom('points_transactions')
    .where('corrected_by', '=', correctedBy)
    .where('created_at', '>', since)
    .where('points_amount', '>', 0)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('points_amount'), sql<number>`0`).as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}
