import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/postgres/database.ts'
import { PipelinedDatabase } from '#server/platform/postgres/pipelined-database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'

const nothing = { command: 'SELECT', rowCount: 0, rows: [] } as const

/**
 * A database inside one open transaction. The `begin` and `commit` of use cases do nothing, so that all of their writes are
 * committed or rolled back together. Only one use case may run at a time, because there is one connection. Statements for
 * which `skips` returns true are not run.
 */
export function insideTransaction(client: pg.PoolClient, { skips }: { skips(text: string): boolean }): Db {
  const query = (async (text: string, values: readonly unknown[]) => {
    // After a `rollback`, the error reaches the outer transaction, which rolls everything back.
    if (text === 'begin' || text === 'commit' || text === 'rollback' || skips(text)) return nothing
    return client.query(text, [...values])
    // The overload for cursors is missing, because no use case needs it.
  }) as unknown as PostgresPoolClient['query']
  const connection: PostgresPoolClient = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new PipelinedDatabase<DB>({ pool })
}
