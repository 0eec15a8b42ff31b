import { sql } from 'kysely'

import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Details = { fullName: string; birthDate: string; relation: string }
export type Dependant = Details & { id: string }
type OfDependant = { userId: string; dependantId: string }

const columns = ['id', 'full_name as fullName', 'birth_date as birthDate', 'relation'] as const

/** The dependants that the guardian may book for, in the order in which they were added. */
export async function listDependants(db: Db | Tx, { userId }: { userId: string }): Promise<Dependant[]> {
  return db
    .selectFrom('dependants')
    .select(columns)
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countDependants(tx: Db | Tx, { userId }: { userId: string }): Promise<number> {
  const row = await tx
    .selectFrom('dependants')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertDependant(
  tx: Tx,
  { id, userId, details, now }: { id: string; userId: string; details: Details; now: Date },
): Promise<Dependant> {
  return tx
    .insertInto('dependants')
    .values({ id, guardian_id: userId, ...row(details), created_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateDependant(
  db: Db | Tx,
  { details, dependantId, userId }: OfDependant & { details: Details },
): Promise<Dependant | undefined> {
  return db
    .updateTable('dependants')
    .set(row(details))
    .where('id', '=', dependantId)
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** No booking for the dependant can begin until this transaction ends. */
export async function lockDependant(tx: Tx, { dependantId, userId }: OfDependant): Promise<Dependant | undefined> {
  return tx
    .selectFrom('dependants')
    .select(columns)
    .where('id', '=', dependantId)
    .where('guardian_id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function findHistoryOfDependant(
  tx: Tx,
  { userId, dependantId, now }: OfDependant & { now: Date },
): Promise<{ hasUpcoming: boolean; hasAny: boolean }> {
  const { all, upcoming } = await tx
    .selectFrom('appointments')
    .where('patient_id', '=', userId)
    .where('dependant_id', '=', dependantId)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`status in ('held', 'pending', 'confirmed') and ends_at > ${now}`)
        .as('upcoming'),
    ])
    .executeTakeFirstOrThrow()
  return { hasUpcoming: upcoming > 0, hasAny: all > 0 }
}

/** Whether a centre saw the dependant: a record may exist, or follow. */
export async function hasVisited(tx: Tx, { userId, dependantId }: OfDependant): Promise<boolean> {
  const visit = await tx
    .selectFrom('appointments')
    .where('patient_id', '=', userId)
    .where('dependant_id', '=', dependantId)
    .where('status', '=', sql.lit('completed'))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return visit !== undefined
}

/** Hides the dependant, whose name past appointments keep. */
export async function markRemoved(tx: Tx, { now, dependantId }: OfDependant & { now: Date }): Promise<void> {
  await tx.updateTable('dependants').set({ removed_at: now }).where('id', '=', dependantId).execute()
}

export async function deleteDependant(tx: Tx, { dependantId }: OfDependant): Promise<void> {
  await tx.deleteFrom('dependants').where('id', '=', dependantId).execute()
}

function row({ fullName, birthDate, relation }: Details) {
  return { full_name: fullName, birth_date: birthDate, relation }
}
