import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { tryKeepRestoreAway, waitForBackup } from '../backup/backup-lock.ts'
import { hasUnfinishedRestore } from '../backup/stored-tables.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { workerLogger } from '../worker-logger.ts'
import { lockInConnection } from './advisory-lock.ts'
import { requireUsableServer } from './require-usable-server.ts'

/** `isCompatible`: the version before it may run on the migrated database. */
type MigrationFile = { name: string; sql: string; checksum: string; isCompatible: boolean }

/** The first line of a migration which only adds what older code neither needs nor breaks. */
const compatibleMarker = '-- Compatible with older code.\n'

const migrationsFolder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database up to date: the files of server/migrations in order, each in a separate transaction, then the job
 * queue's own tables. Forward only. Processes that start simultaneously wait for each other.
 * @throws StartError when the server or its encoding is none that Senda can use, when a file that was applied has changed since, when one fails, or when a newer version has migrated the
 * database in a way that this code doesn't know.
 */
export async function migrate({
  folder,
  pool,
  log,
  restoring,
}: {
  pool: pg.Pool
  log: Log
  folder?: URL
  /** A restore makes the tables of an unfinished database, up to the migrations that its backup names, and then the others. */
  restoring?: { only?: ReadonlySet<string> }
}): Promise<void> {
  const known = await readMigrations(folder ?? migrationsFolder)
  const files = known.filter(({ name }) => restoring?.only?.has(name) ?? true)
  const client = await pool.connect()
  try {
    // Building an index, or waiting for another process that builds one, may take longer than a request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await requireUsableServer(client)
    if (!restoring) {
      // Also before the restore has left its mark, and until the tables are there.
      if (!(await tryKeepRestoreAway(client)))
        throw new StartError('A restore into this database runs. Wait for its end.')
      await requireWhole(client)
    }
    await lockInConnection(client, { kind: 'migrations' })
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await addCompatibility(client)
    const { rows } = await client.query<AppliedRow>('select name, checksum, is_compatible from schema_migrations')
    requireNoNewer({ files, applied: rows })
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    if (files.some(({ name }) => !applied.has(name))) await waitForBackup(client)
    for (const file of files) {
      const checksum = applied.get(file.name)
      if (checksum === undefined) await apply({ client, file, log })
      else if (checksum !== file.checksum) throw changedFile(file.name)
    }
    await runMigrations({ pgPool: pool, logger: workerLogger(log) })
  } finally {
    // The connection is closed and not returned to the pool, which ends the lock and the changed timeouts.
    client.release(true)
  }
}

/**
 * Adds the column that databases of earlier versions lack. Altering the table waits for a backup that reads it, and the readiness of
 * every running process would wait behind that, so a table that has the column is not altered.
 */
async function addCompatibility(client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'is_compatible'`,
  )
  if (rowCount === 0)
    await client.query('alter table schema_migrations add column is_compatible boolean not null default false')
}

type AppliedRow = { name: string; checksum: string; is_compatible: boolean }

/** Older code on a newer database would respond with errors to what it no longer understands. @throws StartError */
function requireNoNewer({ files, applied }: { files: readonly MigrationFile[]; applied: readonly AppliedRow[] }): void {
  const known = new Set(files.map((file) => file.name))
  const newer = applied.filter(({ name, is_compatible: isCompatible }) => !known.has(name) && !isCompatible)
  if (newer.length === 0) return
  throw new StartError(
    `A newer version of Senda has migrated this database (${newer.map(({ name }) => name).join(', ')}), and this version does ` +
      'not understand it. Start the newer version, or restore a backup from before it.',
  )
}

/**
 * For a command beside the server, which must not change the tables under older servers.
 * @throws StartError when migrate() would change the database, or refuse it
 */
export async function requireMigrated({ pool, folder }: { pool: pg.Pool; folder?: URL }): Promise<void> {
  const files = await readMigrations(folder ?? migrationsFolder)
  await requireWhole(pool)
  const { rows: tables } = await pool.query(`select from pg_tables where tablename = 'schema_migrations'`)
  const { rows: applied } =
    tables.length === 0
      ? { rows: [] }
      : await pool.query<AppliedRow>(
          `select name, coalesce((to_jsonb(applied) ->> 'is_compatible')::boolean, false) as is_compatible
           from schema_migrations as applied`,
        )
  requireNoNewer({ files, applied })
  const known = new Set(applied.map(({ name }) => name))
  const missing = files.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (missing.length === 0) return
  throw new StartError(
    `This version has migrations that the database lacks: ${missing.join(', ')}. They could break servers of the older version ` +
      'that run on it. Start a server of this version first, or add --migrate once no older server runs.',
  )
}

/** A restore that was cut leaves tables without rows, which must not become a new Senda. @throws StartError */
async function requireWhole(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<void> {
  if (!(await hasUnfinishedRestore(client))) return
  throw new StartError(
    'A restore into this database has not ended. Repeat it: npm run admin -- restore DIR, with the same backup.',
  )
}

/** The names and hashes of the migrations that this code has. */
export async function listMigrations(): Promise<Pick<MigrationFile, 'name' | 'checksum'>[]> {
  return readMigrations(migrationsFolder)
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line endings has the same checksum.
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, isCompatible: sql.startsWith(compatibleMarker) }
    }),
  )
}

async function apply({ client, file, log }: { client: pg.PoolClient; file: MigrationFile; log: Log }): Promise<void> {
  const startedAt = performance.now()
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into schema_migrations (name, checksum, is_compatible) values ($1, $2, $3)', [
      file.name,
      file.checksum,
      file.isCompatible,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw failedFile({ file, error })
  }
  log.info({ migration: file.name, ms: Math.round(performance.now() - startedAt) }, 'migrated')
}

function changedFile(name: string): StartError {
  return new StartError(
    `The migration ${name} was changed after it was applied to this database. Applied migrations are never edited: ` +
      'revert the change and add another migration. If this data is only for tests, delete it (DATA_DIR) and start again.',
  )
}

function failedFile({ error, file }: { file: MigrationFile; error: unknown }): unknown {
  if (!(error instanceof Error)) return error
  const position = 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? `, line ${file.sql.slice(0, position).split('\n').length}` : ''
  return new StartError(`The migration ${file.name} failed${line}: ${error.message}`, { cause: error })
}
