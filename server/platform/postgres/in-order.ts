import type { Tx } from './database.ts'

/**
 * Sends statements of a transaction together, in one round trip. They run in the order of the list, so each sees what those before
 * it have locked and written. Rejects with the first error, which also fails the statements after it.
 */
export async function inOrder<const Statements extends readonly unknown[]>(
  tx: Tx,
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  if (!tx.isTransaction) throw new Error('only a transaction runs its statements in order')
  return Promise.all(statements)
}
