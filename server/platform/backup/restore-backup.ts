import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

import { idOfSecret } from '../database-secret.ts'
import { isDiskFull, syncFolder } from '../file-store.ts'
import type { KeyRing } from '../key-ring.ts'
import type { Log } from '../log.ts'
import { listMigrations, migrate } from '../postgres/migrate.ts'
import { StartError } from '../start-error.ts'
import { tryLockForRestore, waitForBackup } from './backup-lock.ts'
import { hashFile, hashStream, readParts, writeStream } from './backup-parts.ts'
import type { StoredBackup } from './backup-target.ts'
import { loadRows } from './load-rows.ts'
import { type BackupContents, findMissingKeys, requireManifest, sumsFile } from './manifest.ts'
import { hasUnfinishedRestore, isEmpty, unfinishedRestore } from './stored-tables.ts'
import { connect, type Progress } from './write-backup.ts'

type Input = {
  pool: pg.Pool
  log: Log
  stored: StoredBackup
  filesFolder: string
  onProgress?: (progress: Progress) => void
}

export type Restored = { contents: BackupContents; rows: number; files: number; unnamedFiles: number }

/**
 * Everything that can be known before the database is touched: the backup is complete and unaltered, this version knows it, and
 * these keys are the ones that it needs. Without `secret`, which may be lost, the seal is not checked. @throws StartError
 */
export async function checkBackup({
  stored,
  secret,
  recordKeys,
}: {
  stored: StoredBackup
  secret: Uint8Array | undefined
  recordKeys: KeyRing
}): Promise<BackupContents> {
  const { isSealedBy, ...backup } = await requireManifest(stored)
  await requireKnownMigrations(backup)
  if (secret !== undefined && backup.secretId !== idOfSecret(secret)) {
    throw new StartError(
      'SECRET_KEY (or DATA_DIR/secret.key) is not the one of this backup: use the key of the server that made it. ' +
        'If that key is lost, add --replace-secret-key.',
    )
  }
  if (secret !== undefined && !isSealedBy(secret))
    throw new StartError(`The manifest of ${stored.address} was altered. Choose another backup.`)
  const missing = findMissingKeys({ recordKeys, backup })
  if (missing.length > 0) {
    throw new StartError(`RECORD_KEYS (or DATA_DIR/record.keys) does not open this backup: ${missing.join('; ')}.`)
  }
  await requireUnaltered({ stored, backup })
  return backup
}

async function requireKnownMigrations({ migrations, version }: BackupContents): Promise<void> {
  const known = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.filter(({ name }) => !known.has(name))
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ')
    throw new StartError(
      `A newer version of Senda (${version}) made this backup, with ${names}: restore it with that version.`,
    )
  }
  const changed = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (changed)
    throw new StartError(
      `The migration ${changed.name} differs from the one of this backup: restore it with the version that made it.`,
    )
}

type Checked = { stored: StoredBackup; backup: BackupContents }

async function requireUnaltered({ stored, backup }: Checked): Promise<void> {
  const { address } = stored
  const sums = await hashPart(stored, sumsFile)
  if (sums !== backup.sums)
    throw new StartError(`${address}/${sumsFile} was altered or is missing. Choose another backup.`)
  const tables = new Set(backup.tables.map(({ file }) => file))
  for await (const { path, sum } of readParts(stored)) {
    tables.delete(path)
    const found = await hashPart(stored, path)
    if (found !== sum) {
      throw new StartError(`${address}/${path} ${found ? 'was altered' : 'is missing'}. Choose another backup.`)
    }
  }
  if (tables.size > 0) throw new StartError(`${address}/${sumsFile} lacks ${[...tables].join(', ')}.`)
}

async function hashPart(stored: StoredBackup, path: string): Promise<string | undefined> {
  const part = await stored.read(path)
  return part && (await hashStream(part)).sum
}

/**
 * Fills an empty database with a checked backup, brings it up to date, and pauses outgoing mail. Until the end the database is
 * marked as unfinished, so that no server starts on it, and the same command may be repeated. @throws StartError
 */
export async function restoreBackup(input: Input & { backup: BackupContents }): Promise<Restored> {
  const { backup, pool, log, stored } = input
  const client = await connect(pool)
  try {
    if (!(await tryLockForRestore(client))) {
      throw new StartError('Another restore into this database runs, or a server starts on it. Wait for its end.')
    }
    await waitForBackup(client)
    const isLoaded = await beginRestore(client, backup)
    const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
    if (!isLoaded) {
      await migrate({ pool, log, restoring: { only: new Set(backup.migrations.map(({ name }) => name)) } })
      await requireQueue(client, backup)
      await loadRows({ client, stored, backup, onProgress: input.onProgress })
    }
    const files = await restoreFiles(input).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
      throw new StartError(`The disk of ${input.filesFolder} is full. Make room, and repeat the restore.`, {
        cause: error,
      })
    })
    await migrate({ pool, log, restoring: {} })
    await endRestore(client, { backup, stored })
    return { contents: backup, rows, ...files }
  } finally {
    await client.end()
  }
}

/** Pauses mail and removes the mark. In its own rows, the attempt that made this backup still runs. */
async function endRestore(client: pg.Client, { backup, stored }: Checked): Promise<void> {
  await client.query('begin')
  await client.query('insert into mail_pause default values on conflict do nothing')
  await client.query(
    'update backup_runs set finished_at = started_at, folder = $2 where started_at = $1 and finished_at is null',
    [backup.createdAt, stored.address],
  )
  await client.query('delete from backup_runs where finished_at is null')
  await client.query(`drop table public.${unfinishedRestore}`)
  await client.query('commit')
}

/** Marks an empty database. @returns whether an earlier attempt has loaded these rows. @throws StartError */
async function beginRestore(client: pg.Client, { sums }: BackupContents): Promise<boolean> {
  if (!(await hasUnfinishedRestore(client))) {
    if (!(await isEmpty(client))) {
      throw new StartError(
        'The database is not empty. Restore into a new one: another DATA_DIR, or a DATABASE_URL that was just created.',
      )
    }
    await client.query(`create table public.${unfinishedRestore} (backup text not null, is_loaded boolean not null)`)
    await client.query(`insert into public.${unfinishedRestore} values ($1, false)`, [sums])
    return false
  }
  const { rows } = await client.query<{ backup: string; is_loaded: boolean }>(
    `select backup, is_loaded from public.${unfinishedRestore}`,
  )
  const [state] = rows
  if (state === undefined) {
    await client.query(`insert into public.${unfinishedRestore} values ($1, false)`, [sums])
    return false
  }
  if (state.backup === sums) return state.is_loaded
  throw new StartError(
    'The restore of another backup into this database has not ended. Repeat that one, or use a new database.',
  )
}

/** The queue's tables are always those of this version, so a backup of a newer queue does not fit. @throws StartError */
async function requireQueue(client: pg.Client, { queueMigrations, version }: BackupContents): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from graphile_worker.migrations')
  const known = new Set(rows.map(({ id }) => id))
  if (queueMigrations.every((id) => known.has(id))) return
  throw new StartError(`A newer version of Senda (${version}) made this backup: restore it with that version.`)
}

/** Files that exist are kept when they are the same, as where the rows of a DATA_DIR move to a DATABASE_URL. */
async function restoreFiles({ stored, filesFolder }: Input): Promise<{ files: number; unnamedFiles: number }> {
  await mkdir(filesFolder, { recursive: true, mode: 0o700 })
  const others = new Set(await readdir(filesFolder))
  let files = 0
  for await (const { path, sum } of readParts(stored)) {
    if (!path.startsWith('files/')) continue
    files += 1
    const name = path.slice('files/'.length)
    const to = join(filesFolder, name)
    if (others.delete(name)) {
      if ((await hashFile(to)).sum === sum) continue
      await rm(to)
    }
    const source = await stored.read(path)
    const copied = source && (await writeStream({ source, to }))
    if (copied?.sum !== sum) throw new StartError(`${stored.address}/${path} changed during the restore. Repeat it.`)
  }
  await syncFolder(filesFolder)
  return { files, unnamedFiles: others.size }
}
