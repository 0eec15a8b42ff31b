import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/postgres/database.ts'
import { PipelinedDatabase } from '#server/platform/postgres/pipelined-database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'

const nothing = { command: 'SELECT', rowCount: 0, rows: [] } as const

/**
 * The database as seen from inside one open transaction. Use cases open transactions of their own; here their `begin` and
 * `commit` do nothing, so that everything they do is kept or lost together. One use case at a time: there is one connection.
 * Statements for which `skips` is true aren't run.
 */
export function insideTransaction(client: pg.PoolClient, { skips }: { skips(text: string): boolean }): Db {
  const query = (async (text: string, values: readonly unknown[]) => {
    // After a `rollback` the error reaches the outer transaction, which is rolled back as a whole.
    if (text === 'begin' || text === 'commit' || text === 'rollback' || skips(text)) return nothing
    return client.query(text, [...values])
    // Without the overload for cursors, which no use case needs.
  }) as unknown as PostgresPoolClient['query']
  const connection: PostgresPoolClient = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new PipelinedDatabase<DB>({ pool })
}
