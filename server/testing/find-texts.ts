import { sql } from 'kysely'

import type { Platform } from '#server/platform/platform.ts'

/** Every column of the database that contains one of the texts, as `table.column`. */
export async function findTexts({ db }: Platform, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
  if (columns.length < 150) throw new Error('the sweep does not see the tables')
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const patterns = texts.map((text) => `%${text}%`)
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} where ${sql.ref(column)}::text ilike any (${patterns})`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}
