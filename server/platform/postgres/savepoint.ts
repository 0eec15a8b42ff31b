import { sql } from 'kysely'
import { isStillReferenced, type Tx } from './database.ts'

/** Runs a part of a transaction. If the part fails, only its changes are undone, and the transaction can continue. */
export async function withSavepoint<Result>(tx: Tx, run: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await run()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}

/**
 * Deletes rows unless others still depend on them, which foreign keys decide: they also know the tables that a later feature
 * adds.
 * @returns whether it deleted them
 */
export async function deleteUnlessReferenced(tx: Tx, run: () => Promise<void>): Promise<boolean> {
  try {
    await withSavepoint(tx, run)
    return true
  } catch (error) {
    if (isStillReferenced(error)) return false
    throw error
  }
}

/** Runs a part of a transaction, and undoes its changes unless `keep` returns true for its result. */
export async function withUndo<Result>(
  tx: Tx,
  { run, keep }: { run: () => Promise<Result>; keep: (result: Result) => boolean },
): Promise<Result> {
  await sql`savepoint trial`.execute(tx)
  const result = await run()
  await (keep(result) ? sql`release savepoint trial` : sql`rollback to savepoint trial`).execute(tx)
  return result
}
