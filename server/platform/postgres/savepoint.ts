import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Runs a part of a transaction that may fail alone: its error undoes that part, and the caller's transaction can go on. */
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

/** Runs a part of a transaction for its result alone, and undoes what it wrote unless `keep` says otherwise. */
export async function withUndo<Result>(
  tx: Tx,
  { run, keep }: { run: () => Promise<Result>; keep: (result: Result) => boolean },
): Promise<Result> {
  await sql`savepoint trial`.execute(tx)
  const result = await run()
  await (keep(result) ? sql`release savepoint trial` : sql`rollback to savepoint trial`).execute(tx)
  return result
}
