import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { FileStore } from './file-store.ts'
import type { KeyRing } from './key-ring.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { Database, Db } from './postgres/database.ts'
import type { Settings } from './settings.ts'

/** The dependencies of every use case, created once by main.ts or by a test. */
export type Platform = {
  settings: Settings
  log: Log
  db: Db
  pool: pg.Pool
  /** A few connections that no request and no job can use up: for readiness, live notices and counting reads. */
  reserve: Database
  clock: Clock
  files: FileStore
  /** Notifications about changed rows. */
  live: Live
  /** Undefined: patients pay at the centre only. */
  gateway: PaymentGateway | undefined
  /** Kept outside the database; use it through secrets.ts. */
  secret: Uint8Array
  /** The keys of clinical records; use them through key-ring.ts. */
  recordKeys: KeyRing
}
