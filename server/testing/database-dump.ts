import { sql } from 'kysely'

import type { Platform } from '#server/platform/platform.ts'

/** Every value of every table, including the job queue's, as in a copy of the database. Bytes also as text. */
export async function dumpDatabase({ db }: Platform): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  if (tables.length < 30) throw new Error('the dump does not see the tables')
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(`${schema}.${name}`)}`.execute(db)
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (Buffer.isBuffer(value)) texts.push(...(['latin1', 'hex', 'base64'] as const).map((as) => value.toString(as)))
      else texts.push(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    }
  }
  return texts.join('\n')
}
