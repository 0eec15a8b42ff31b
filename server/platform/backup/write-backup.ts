import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import pg from 'pg'

import { isDiskFull, isMissing } from '../file-store.ts'
import { StartError } from '../start-error.ts'
import { version } from '../version-of-senda.ts'
import { allEnded, measure, readParts } from './backup-parts.ts'
import type { BackupTarget, NewBackup, Part, StoredBackup } from './backup-target.ts'
import { copyOut } from './copy-streams.ts'
import { type BackupContents, sealManifest, sumsFile, type TableOfBackup } from './manifest.ts'
import { listBackups } from './retention.ts'
import { listTables, quote, quoteWithColumns, readSequences, type StoredTable } from './stored-tables.ts'

export type Progress = { rows: number; bytes: number; files: number; percent: number }

export type WrittenBackup = { folder: string; rows: number; files: number; bytes: number; contents: BackupContents }

type Input = {
  /** Of connect(), and it has the lock of tryLockForBackup(). */
  client: pg.Client
  /** Where the uploaded files are. */
  filesFolder: string
  target: BackupTarget
  secret: Uint8Array
  keys: Pick<BackupContents, 'secretId' | 'recordKeys'>
  now: Date
  onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * Writes one snapshot of the rows, and the files that they name, to `target`. Requests go on; a migration waits. What fails is
 * removed. @throws StartError when the disk is full
 */
export async function writeBackup(input: Input): Promise<WrittenBackup> {
  const name = `senda-${input.now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const [previous] = await listBackups(input)
  const backup = await input.target.create({ name, previous })
  try {
    return await write({ ...input, backup, previous })
  } catch (error) {
    // A full disk gets its space back. Where that fails as well, the first reason counts, and what is left has no manifest.
    await backup.remove().catch(() => undefined)
    if (!isDiskFull(error)) throw error
    throw new StartError(
      `The disk of ${input.target.address} is full, and nothing of this backup is left. Make room on it, or choose another folder.`,
      { cause: error },
    )
  }
}

export class BackupRunningError extends StartError {
  constructor() {
    super('Another backup or a migration is running. Wait until it has ended.')
  }
}

/** A connection of its own, because those of the pool send statements together, which COPY cannot. */
export async function connect(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({
    ...pool.options,
    application_name: 'senda backup',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  } as pg.ClientConfig)
  // The statement in flight fails with the same reason.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Writing = Input & { backup: NewBackup; previous: StoredBackup | undefined }

async function write(input: Writing): Promise<WrittenBackup> {
  const { client, backup, secret, keys, now } = input
  const parts: Omit<Part, 'bytes'>[] = []
  let bytes = 0
  const add = (part: Part): void => {
    parts.push({ path: part.path, sum: part.sum })
    bytes += part.bytes
  }

  const stored = await beginSnapshot(client)
  const progress = trackProgress({ tables: stored, onProgress: input.onProgress })
  const state = await readState(client)
  const tables: TableOfBackup[] = []
  for (const table of stored) {
    const written = await writeTable({ client, backup, table, progress })
    add(written.part)
    tables.push(written.table)
  }
  const sequences = await readSequences(client)
  await client.query('commit')

  // After the snapshot: whatever its rows name was written before, and is not removed while the lock is held.
  const files = { count: 0, bytes: 0 }
  for await (const part of writeFiles(input)) {
    add(part)
    files.count += 1
    files.bytes += part.bytes
    progress.addFile(part.bytes)
  }
  const sums = await writeSums({ backup, parts })
  const contents: BackupContents = {
    format: 1,
    version,
    createdAt: now.toISOString(),
    ...state,
    ...keys,
    tables,
    sequences,
    files,
    sums,
  }
  // A connection that is still open has held the lock all along, so that no file was removed.
  await client.query('select 1')
  await backup.complete(sealManifest(secret, contents))
  return {
    folder: backup.address,
    contents,
    bytes,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
  }
}

/**
 * Begins the transaction whose snapshot the rows come from. Its tables are locked before the snapshot is taken, as pg_dump does:
 * a table that is rewritten after the snapshot would look empty in it.
 */
async function beginSnapshot(client: pg.Client): Promise<StoredTable[]> {
  const tables = await listTables(client)
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(quote).join(', ')} in access share mode`)
  return listTables(client)
}

async function readState(client: pg.Client) {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  )
  const { rows: queue } = await client.query<{ id: number }>('select id from graphile_worker.migrations order by id')
  const { rows: server } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return { migrations, queueMigrations: queue.map(({ id }) => id), postgres: server[0]?.version ?? '' }
}

async function writeTable({
  client,
  backup,
  table,
  progress,
}: {
  client: pg.Client
  backup: NewBackup
  table: StoredTable
  progress: ReturnType<typeof trackProgress>
}): Promise<{ part: Part; table: TableOfBackup }> {
  const { schema, name, columns } = table
  const path = `tables/${schema}.${name}.copy.gz`
  const rows = copyOut(client, `copy ${quoteWithColumns(table)} to stdout`)
  const measured = measure()
  await pipeline(
    rows,
    measure((bytes) => progress.addRowBytes(bytes)),
    // The fastest level: twice as fast as the usual one, for a tenth more.
    createGzip({ level: constants.Z_BEST_SPEED }),
    measured,
    (chunks) => backup.write(path, chunks as AsyncIterable<Uint8Array>),
  )
  progress.endTable({ table, rows: rows.rows() })
  return {
    part: { path, sum: measured.sum(), bytes: measured.bytes() },
    table: { schema, name, columns, rows: rows.rows(), file: path },
  }
}

/** Copies the uploaded files; those that the previous backup has are taken from there where the target can. */
async function* writeFiles({ filesFolder, backup, previous }: Writing): AsyncGenerator<Part> {
  const known = await readPreviousSums(previous)
  const listed = await listNames(filesFolder)
  const names = listed.toSorted().filter((name) => !name.endsWith('.draft') && /^[\w.-]+$/.test(name))
  for (let at = 0; at < names.length; at += backup.filesAtOnce) {
    const written = names.slice(at, at + backup.filesAtOnce).map(async (name) => {
      const path = `files/${name}`
      const from = join(filesFolder, name)
      // A file that no row of the snapshot names may be gone by now: that of an upload that failed.
      const part = (await isFile(from))
        ? await backup.writeFile({ path, from, previousSum: known.get(path) })
        : undefined
      return part ? [{ path, ...part }] : []
    })
    yield* (await allEnded(written)).flat()
  }
}

/** The folder is created with the first file. Another error must not look like an empty folder. */
async function listNames(filesFolder: string): Promise<string[]> {
  try {
    return await readdir(filesFolder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function readPreviousSums(previous: StoredBackup | undefined): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  if (previous === undefined) return sums
  for await (const { path, sum } of readParts(previous)) sums.set(path, sum)
  return sums
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true
}

async function writeSums({
  backup,
  parts,
}: {
  backup: NewBackup
  parts: readonly Omit<Part, 'bytes'>[]
}): Promise<string> {
  const measured = measure()
  const lines = Readable.from(parts.map(({ sum, path }) => Buffer.from(`${sum}  ${path}\n`)))
  await pipeline(lines, measured, (chunks) => backup.write(sumsFile, chunks as AsyncIterable<Uint8Array>))
  return measured.sum()
}

/** The tables count by their size, and are shown as done when they are; the files follow. */
function trackProgress({ tables, onProgress }: { tables: readonly StoredTable[]; onProgress: Input['onProgress'] }) {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const state = { rows: 0, bytes: 0, files: 0, percent: 0 }
  let ended = 0
  const report = (): void => {
    state.percent = Math.round((100 * ended) / Math.max(1, all))
    onProgress?.({ ...state })
  }
  return {
    addRowBytes(bytes: number) {
      state.bytes += bytes
      report()
    },
    endTable({ table, rows }: { table: StoredTable; rows: number }) {
      ended += table.bytes
      state.rows += rows
      report()
    },
    addFile(bytes: number) {
      state.files += 1
      state.bytes += bytes
      report()
    },
  }
}
