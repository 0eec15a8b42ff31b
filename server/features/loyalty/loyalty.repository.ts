import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { PointsGift } from './loyalty.types.ts'

/** Serialises the movements of one person: the balance stays locked until the transaction ends. */
export async function lockBalance(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await sql`
    insert into user_points (user_id, updated_at) values (${userId}, ${now})
    on conflict (user_id) do update set updated_at = excluded.updated_at`.execute(tx)
}

/** @returns false when the reference was rewarded before */
export async function insertMovement(
  tx: Tx,
  { id, gift, now }: { id: string; gift: PointsGift; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('points_transactions')
    .values({
      id,
      user_id: gift.userId,
      points_amount: gift.points,
      transaction_type: gift.type,
      description: gift.description,
      reference_type: gift.reference.type,
      reference_id: gift.reference.id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function addToBalance(tx: Tx, { userId, points }: { userId: string; points: number }): Promise<void> {
  await tx
    .updateTable('user_points')
    .set((eb) => ({
      available_points: eb('available_points', '+', points),
      lifetime_points: eb('lifetime_points', '+', points),
    }))
    .where('user_id', '=', userId)
    .execute()
}

export async function findBalance(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('user_points')
    .where('user_id', '=', userId)
    .select(['available_points as available', 'lifetime_points as lifetime', 'updated_at as updatedAt'])
    .executeTakeFirst()
}

/** The oldest first. */
export async function listMovements(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('points_transactions')
    .where('user_id', '=', userId)
    .select([
      'id',
      'points_amount as points',
      'transaction_type as type',
      'description',
      'reference_type as referenceType',
      'reference_id as referenceId',
      'created_at as createdAt',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Balances that are not the sum of their movements. Reads both tables whole. */
export async function listWrongBalances(tx: Tx) {
  const { rows } = await sql<{ userId: string; available: number; lifetime: number; sum: number; gained: number }>`
    select user_id as "userId", coalesce(available_points, 0) as available, coalesce(lifetime_points, 0) as lifetime,
      coalesce(sum, 0) as sum, coalesce(gained, 0) as gained
    from user_points
    full join (
      select user_id, sum(points_amount) as sum, sum(greatest(points_amount, 0)) as gained
      from points_transactions group by user_id
    ) as movements using (user_id)
    where (coalesce(available_points, 0), coalesce(lifetime_points, 0)) <> (coalesce(sum, 0), coalesce(gained, 0))
    order by user_id`.execute(tx)
  return rows
}

export async function deleteAll(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('points_transactions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_points').where('user_id', '=', userId).execute()
}

type CompensationDay = { centerId: string; date: string }

/** Locks the count of one centre's day until the transaction ends. @returns how many people it compensated so far */
export async function lockCompensationDay(tx: Tx, { centerId, date }: CompensationDay): Promise<number> {
  const { people } = await tx
    .insertInto('compensation_days')
    .values({ center_id: centerId, date })
    .onConflict((conflict) =>
      conflict.columns(['center_id', 'date']).doUpdateSet((eb) => ({ people: eb.ref('compensation_days.people') })),
    )
    .returning('people')
    .executeTakeFirstOrThrow()
  return people
}

export async function countCompensated(db: Db | Tx, { centerId, date }: CompensationDay): Promise<number> {
  const row = await db
    .selectFrom('compensation_days')
    .select('people')
    .where('center_id', '=', centerId)
    .where('date', '=', date)
    .executeTakeFirst()
  return row?.people ?? 0
}

/** The caller has locked the day. A constraint limits the count. */
export async function addCompensatedPerson(tx: Tx, { centerId, date }: CompensationDay): Promise<void> {
  await tx
    .updateTable('compensation_days')
    .set((eb) => ({ people: eb('people', '+', 1) }))
    .where('center_id', '=', centerId)
    .where('date', '=', date)
    .execute()
}
