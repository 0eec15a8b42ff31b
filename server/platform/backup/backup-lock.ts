import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../postgres/database.ts'

// One lock keeps apart what must not happen while the rows and files of a backup are copied: a second backup, a migration, which
// rewrites tables under its snapshot, and the removal of files that its rows still name. It ends with the connection.

const key = `hashtextextended('backup:', 0)`

/** Holds the lock until the connection is closed. @returns false while another backup or a migration has it */
export async function tryLockForBackup(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(`select pg_try_advisory_lock(${key}) as "isHeld"`)
  return rows[0]?.isHeld === true
}

/** Waits until no backup runs, and keeps the next one away until the connection is closed. */
export async function waitForBackup(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${key})`)
}

const restoreKey = `hashtextextended('restore:', 0)`

/**
 * Holds the lock of the one restore until the connection is closed: a second one could empty the tables that the first has filled.
 * @returns false while another restore has it, or a server starts on this database
 */
export async function tryLockForRestore(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(`select pg_try_advisory_lock(${restoreKey}) as "isHeld"`)
  return rows[0]?.isHeld === true
}

/** Keeps restores away until the connection is closed. @returns false while one runs */
export async function tryKeepRestoreAway(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(
    `select pg_try_advisory_lock_shared(${restoreKey}) as "isHeld"`,
  )
  return rows[0]?.isHeld === true
}

/** Whether a backup, of any process, is being made. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  // Read from the list of locks, because trying the lock would keep a backup away that starts at this moment.
  const { rows } = await sql<{ isRunning: boolean }>`
    select exists (select from pg_locks
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = ${sql.raw(key)}) as "isRunning"`.execute(db)
  return rows[0]?.isRunning === true
}
