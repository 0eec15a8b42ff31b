import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'

import { StartError } from '../start-error.ts'
import { measure } from './backup-parts.ts'
import type { StoredBackup } from './backup-target.ts'
import { copyIn } from './copy-streams.ts'
import type { BackupContents, TableOfBackup } from './manifest.ts'
import { listTables, ours, quote, quoteWithColumns, unfinishedRestore } from './stored-tables.ts'
import type { Progress } from './write-backup.ts'

/**
 * Loads the rows into tables that the migrations of the backup have made, in one transaction. Foreign keys are made again after the
 * rows, which checks them all, and triggers are off until then: both only need the owner of the tables, and not a superuser.
 * @throws StartError when the tables or the numbers of rows are not those of the backup, or a constraint does not hold
 */
export async function loadRows(input: {
  client: pg.Client
  stored: StoredBackup
  backup: BackupContents
  onProgress?: ((progress: Progress) => void) | undefined
}): Promise<void> {
  const { client, backup } = input
  await requireSameTables(client, backup)
  await client.query('begin; set local lock_timeout = 0')
  try {
    const restoreConstraints = await dropConstraints(client)
    const restoreTriggers = await disableTriggers(client)
    // What migrations have put in: the backup has these rows, too.
    await client.query(`truncate ${backup.tables.map(quote).join(', ')}`)
    const progress = { rows: 0, bytes: 0, files: 0, percent: 0 }
    const total = backup.tables.reduce((sum, { rows }) => sum + rows, 0)
    for (const table of backup.tables) {
      await loadTable({ ...input, table, progress })
      progress.rows += table.rows
      progress.percent = Math.round((100 * progress.rows) / Math.max(1, total))
      input.onProgress?.({ ...progress })
    }
    for (const { value, isCalled, ...sequence } of backup.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quote(sequence), value, isCalled])
    }
    for (const statement of [...restoreConstraints, ...restoreTriggers]) await client.query(statement)
    await client.query(`update public.${unfinishedRestore} set is_loaded = true`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof pg.DatabaseError && error.code?.startsWith('23')) {
      throw new StartError(`The rows of the backup contradict one another: ${error.message}`, { cause: error })
    }
    throw error
  }
  // Without figures about the rows, the first searches would be slow.
  await client.query('analyze')
}

async function requireSameTables(client: pg.Client, { tables }: BackupContents): Promise<void> {
  const made = new Map((await listTables(client)).map((table) => [quote(table), new Set(table.columns)]))
  const missing = tables.filter((table) => {
    const columns = made.get(quote(table))
    return !columns || !table.columns.every((column) => columns.has(column))
  })
  const isComplete = missing.length === 0 && made.size === tables.length
  if (isComplete) return
  const named = new Set(tables.map(quote))
  const names = [...missing.map(quote), ...[...made.keys()].filter((table) => !named.has(table))]
  throw new StartError(`The tables of the backup are not those that its migrations make: ${names.join(', ')}.`)
}

/** @returns the statements that make the constraints again as they were */
async function dropConstraints(client: pg.Client): Promise<string[]> {
  // Checks that were never made for older rows would refuse these now.
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class relation on relation.oid = conrelid
    where (contype = 'f' or (contype = 'c' and not convalidated)) and conparentid = 0 and ${ours}`)
  for (const { owner, name } of rows) {
    await client.query(`alter table ${owner} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  return rows.map(
    ({ owner, name, definition }) => `alter table ${owner} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
  )
}

const modes: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' }

/** @returns the statements that enable the triggers again as they were */
async function disableTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; name: string; mode: string }>(`
    select tgrelid::regclass::text as owner, tgname as name, tgenabled as mode
    from pg_trigger join pg_class relation on relation.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and relkind = 'r' and ${ours}`)
  for (const { owner, name } of rows) {
    await client.query(`alter table ${owner} disable trigger ${pg.escapeIdentifier(name)}`)
  }
  return rows.map(({ owner, name, mode }) => `alter table ${owner} ${modes[mode]} trigger ${pg.escapeIdentifier(name)}`)
}

async function loadTable({
  client,
  stored,
  table,
  progress,
  onProgress,
}: {
  client: pg.Client
  stored: StoredBackup
  table: TableOfBackup
  progress: Progress
  onProgress?: ((progress: Progress) => void) | undefined
}): Promise<void> {
  const rows = copyIn(client, `copy ${quoteWithColumns(table)} from stdin`)
  const counted = measure((bytes) => {
    progress.bytes += bytes
    onProgress?.({ ...progress })
  })
  const source = (await stored.read(table.file)) ?? Readable.from([])
  await pipeline(source, createGunzip(), counted, rows)
  if (rows.rows() !== table.rows) {
    throw new StartError(`${quote(table)} got ${rows.rows()} rows, and the backup states ${table.rows}.`)
  }
}
