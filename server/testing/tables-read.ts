import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

type Source = { name: string; text: string }

/** Which tables a statement reads, also through the views and functions that it uses. */
export async function tablesReadBy(db: Db): Promise<(statement: string) => Set<string>> {
  const tables = new Set(await namesOf(db, sql`table_type = 'BASE TABLE'`))
  const { rows: views } = await sql<Source>`
    select viewname as name, definition as text from pg_views where schemaname = 'public'`.execute(db)
  const { rows: functions } = await sql<Source>`
    select proname as name, pg_get_functiondef(pg_proc.oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prolang <> (select oid from pg_language where lanname = 'c')`.execute(
    db,
  )
  const sources = new Map<string, string[]>()
  for (const { name, text } of [...views, ...functions]) sources.set(name, [...(sources.get(name) ?? []), text])

  function read(text: string, seen: Set<string>): Set<string> {
    const found = new Set<string>()
    for (const [name] of text.matchAll(/\b[a-z_]+\b/g)) {
      if (seen.has(name)) continue
      const parts = sources.get(name)
      if (parts) {
        seen.add(name)
        for (const part of parts) for (const table of read(part, seen)) found.add(table)
      }
    }
    for (const [, name = ''] of text.matchAll(/\b(?:from|join)\s+(?:lateral\s+)?\(?"?([a-z_]+)"?/g)) {
      if (tables.has(name)) found.add(name)
    }
    return found
  }
  return (statement) => read(statement, new Set())
}

async function namesOf(db: Db, kind: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and ${kind}`.execute(db)
  return rows.map(({ name }) => name)
}
