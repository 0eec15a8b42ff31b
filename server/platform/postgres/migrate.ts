import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { workerLogger } from '../worker-logger.ts'
import { lockInConnection } from './advisory-lock.ts'

type MigrationFile = { name: string; sql: string; checksum: string }

const migrationsFolder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database up to date: the files of server/migrations in order, each in a separate transaction, then the job
 * queue's own tables. Forward only. Processes that start simultaneously wait for each other.
 * @throws StartError when a file that was applied has changed since, or when one fails.
 */
export async function migrate({ folder, pool, log }: { pool: pg.Pool; log: Log; folder?: URL }): Promise<void> {
  const files = await readMigrations(folder ?? migrationsFolder)
  const client = await pool.connect()
  try {
    // Building an index, or waiting for another process that builds one, may take longer than a request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await lockInConnection(client, { kind: 'migrations' })
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    for (const file of files) {
      const checksum = applied.get(file.name)
      if (checksum === undefined) await apply({ client, file, log })
      else if (checksum !== file.checksum) throw changedFile(file.name)
    }
    const known = new Set(files.map((file) => file.name))
    const newer = [...applied.keys()].filter((name) => !known.has(name))
    // Normal for a moment while a newer version starts on the same database.
    if (newer.length > 0) log.warn({ migrations: newer }, 'the database was migrated by a newer version')
    await runMigrations({ pgPool: pool, logger: workerLogger(log) })
  } finally {
    // The connection is closed and not returned to the pool, which ends the lock and the changed timeouts.
    client.release(true)
  }
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line endings has the same checksum.
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply({ client, file, log }: { client: pg.PoolClient; file: MigrationFile; log: Log }): Promise<void> {
  const startedAt = performance.now()
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
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
