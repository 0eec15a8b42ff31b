import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { FileStore } from './file-store.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { Db } from './postgres/database.ts'
import type { Settings } from './settings.ts'

/** What every use case gets to work with. Made once, by main.ts or by a test. */
export type Platform = {
  settings: Settings
  log: Log
  db: Db
  pool: pg.Pool
  clock: Clock
  /** What people upload. */
  files: FileStore
  /** What changes, as it changes. */
  live: Live
  /** Stands outside the database; use it through secrets.ts. */
  secret: Uint8Array
}
