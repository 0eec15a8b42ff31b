import type { Tx } from './database.ts'

/**
 * Sends statements of a transaction together, in one round trip. They run in the order of the list, so each sees what those before
 * it have locked and written. Rejects with the error that ended the transaction, which also fails the statements after it.
 */
export async function inOrder<const Statements extends readonly unknown[]>(
  tx: Tx,
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  if (!tx.isTransaction) throw new Error('only a transaction runs its statements in order')
  const errors = (await Promise.allSettled(statements)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  if (errors.length > 0) throw errors.find((error) => !isAborted(error)) ?? errors[0]
  return Promise.all(statements)
}

/** PostgreSQL refuses every statement after a failed one (in_failed_sql_transaction). */
const isAborted = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'
