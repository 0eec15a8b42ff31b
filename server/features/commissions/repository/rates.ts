import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }

/** The centre's rate today, and the rate that applied before staff first set one. */
export async function findRates(db: Db | Tx, { centerId, today }: OfCenter & { today: string }) {
  return db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .select(['center_name as centerName', 'commission_rate as firstPercent'])
    .select(sql<number>`commission_rate_on(id, ${today}::date)`.as('currentPercent'))
    .executeTakeFirst()
}

/** The rates that are not undone, the latest day first. */
export async function listRates(db: Db | Tx, { centerId, limit }: OfCenter & { limit: number }) {
  return db
    .selectFrom('commission_rates')
    .where('center_id', '=', centerId)
    .where('undone_at', 'is', null)
    .orderBy('applies_from', 'desc')
    .limit(limit)
    .select(['id', 'rate as ratePercent', 'applies_from as appliesFrom'])
    .execute()
}

/** All rates of a centre, including undone ones, in the order of their days. */
export async function listAllRates(db: Db | Tx, { centerId }: OfCenter) {
  return db
    .selectFrom('commission_rates')
    .where('center_id', '=', centerId)
    .orderBy('applies_from')
    .orderBy('created_at')
    .select([
      'id',
      'applies_from as appliesFrom',
      'rate as ratePercent',
      'created_at as createdAt',
      'undone_at as undoneAt',
    ])
    .execute()
}

export async function findRateOn(tx: Tx, { centerId, day }: OfCenter & { day: string }): Promise<number> {
  const { rows } = await sql<{ percent: number }>`
    select commission_rate_on(${centerId}, ${day}::date) as percent`.execute(tx)
  return rows[0]?.percent ?? 0
}

type NewRate = OfCenter & { id: string; ratePercent: number; appliesFrom: string; now: Date }

/** @returns false when another rate applies from the same day */
export async function insertRate(tx: Tx, rate: NewRate): Promise<boolean> {
  const row = await tx
    .insertInto('commission_rates')
    .values({
      id: rate.id,
      center_id: rate.centerId,
      applies_from: rate.appliesFrom,
      rate: rate.ratePercent,
      created_at: rate.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['center_id', 'applies_from']).where('undone_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns undefined when the rate was undone before */
export async function undoRate(tx: Tx, { rateId, now }: { rateId: string; now: Date }) {
  return tx
    .updateTable('commission_rates')
    .set({ undone_at: now })
    .where('id', '=', rateId)
    .where('undone_at', 'is', null)
    .returning(['rate as ratePercent', 'applies_from as appliesFrom'])
    .executeTakeFirst()
}
