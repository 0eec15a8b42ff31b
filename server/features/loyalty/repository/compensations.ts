import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** Whether the patient's settled consultations at the centre allow one more compensation; a trigger asks the same. */
export async function mayCompensate(
  db: Db | Tx,
  { userId, centerId }: { userId: string; centerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_compensate(${userId}, ${centerId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

type CompensationDay = { centerId: string; date: string }

/** Locks the count of a centre's day until the transaction ends. @returns how many people the centre has compensated so far */
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

/** The caller has locked the day. A check constraint limits the count. */
export async function addCompensatedPerson(tx: Tx, { centerId, date }: CompensationDay): Promise<void> {
  await tx
    .updateTable('compensation_days')
    .set((eb) => ({ people: eb('people', '+', 1) }))
    .where('center_id', '=', centerId)
    .where('date', '=', date)
    .execute()
}
