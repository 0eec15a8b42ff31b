import pg from 'pg'

export type StoredTable = {
  schema: string
  name: string
  /** Without the generated ones, which PostgreSQL computes again. */
  columns: string[]
  bytes: number
}

/** These say how the tables were made. A restore makes them, and does not load them. */
const madeByMigrations = ['public.schema_migrations', 'graphile_worker.migrations']
/** A restore that has not ended: see restore-backup.ts. */
export const unfinishedRestore = 'unfinished_restore'

/** A condition on `relation`, a pg_class: Senda's or its job queue's, whatever is neither PostgreSQL's nor an extension's. */
export const ours = `relation.relnamespace in (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  and not exists (select from pg_depend where objid = relation.oid and deptype = 'e')`

export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Omit<StoredTable, 'bytes'> & { bytes: string }>(`
    select (select nspname::text from pg_namespace where oid = relnamespace) as schema, relname as name, pg_table_size(relation.oid) as bytes,
      array(select attname::text from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class relation where relkind = 'r' and ${ours} order by 1, 2`)
  return rows
    .filter(({ schema, name }) => !madeByMigrations.includes(`${schema}.${name}`) && name !== unfinishedRestore)
    .map((table) => ({ ...table, bytes: Number(table.bytes) }))
}

export type StoredSequence = { schema: string; name: string; value: string; isCalled: boolean }

/** The sequences move on while transactions run, so they are read after the rows' snapshot was taken. */
export async function readSequences(client: pg.ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select (select nspname::text from pg_namespace where oid = relnamespace) as schema, relname as name
    from pg_class relation where relkind = 'S' and ${ours} order by 1, 2`)
  const sequences: StoredSequence[] = []
  for (const { schema, name } of rows) {
    const { rows: states } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote({ schema, name })}`,
    )
    sequences.push(...states.map((state) => ({ schema, name, ...state })))
  }
  return sequences
}

/** Whether a restore has begun and not ended: its mark is there from the first table to the last row. */
export async function hasUnfinishedRestore(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_tables where tablename = '${unfinishedRestore}'`)
  return rowCount !== 0
}

/** Whether the database has no table, view or sequence, except PostgreSQL's and those of extensions. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isEmpty: boolean }>(
    `select not exists (select from pg_class relation where ${ours}) as "isEmpty"`,
  )
  return rows[0]?.isEmpty === true
}

export function quote({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

/** What COPY names: the table and the columns that have values of their own. */
export function quoteWithColumns(table: { schema: string; name: string; columns: readonly string[] }): string {
  return `${quote(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}
