import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { parse as parseTexts } from 'postgres-array'
import type { Log } from '../log.ts'
import { addTimeOf } from '../request-note.ts'
import { PipelinedDatabase } from './pipelined-database.ts'
import { PreparedClient } from './prepared-client.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const { builtins } = pg.types
/** PostgreSQL's numbers of the types text[] and uuid[], which pg's `builtins` leaves out. */
const textArray = 1009
const uuidArray = 2951

/** The JavaScript types of columns: bigint and numeric → number, date → 'YYYY-MM-DD', timestamptz → Date, tstzrange → string. */
function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number
  // As a Date it would be midnight in the process's zone, and could come out as the day before.
  if (oid === builtins.DATE) return String
  // In a tenth of the time that pg's older version of the same parser takes.
  if ((oid === textArray || oid === uuidArray) && format !== 'binary') return parseTexts
  if (oid === builtins.TIMESTAMPTZ && format !== 'binary') return parseInstant
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

const parseAnyInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')

/** Parses '2026-11-22 12:30:00.123456+00', the form that every connection receives, in a fifth of the time of pg's own parser. */
function parseInstant(text: string): unknown {
  if (text.length < 22 || text[4] !== '-' || !text.endsWith('+00')) return parseAnyInstant(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

export type Database = { db: Db; pool: pg.Pool }

/**
 * Opens a pool, and waits for the first connection.
 * `name`: how pg_stat_activity names it. `max`: its connections. `waitMs`: how long a statement waits for one before
 * isDatabaseUnavailable() holds for its error.
 * @throws an error for which isDatabaseUnavailable() holds when no server responds.
 */
export async function connectDatabase({
  url,
  max = 20,
  waitMs = 5_000,
  name = 'senda',
  log,
}: {
  url: string
  log: Log
  max?: number
  waitMs?: number
  name?: string
}): Promise<Database & { close(): Promise<void> }> {
  const pool = new pg.Pool({
    Client: PreparedClient as unknown as new () => pg.ClientBase,
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    // A transaction that is idle for this long was abandoned by its code and must not keep its locks.
    idle_in_transaction_session_timeout: 60_000,
    // A cast of an instant to a day or to text must not depend on the server's configuration.
    options: '-c TimeZone=UTC',
    types: { getTypeParser: parserOf },
  })
  const connect = pool.connect.bind(pool)
  // With a callback it is a query of the pool itself, whose time is the statement's.
  pool.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? connect(callback) : addTimeOf('connectionMs', connect())) as typeof pool.connect
  // Without these two handlers a lost connection ends the process: an idle one emits on the pool, a busy one on itself.
  let closing: Promise<void> | undefined
  pool.on('error', (error) => {
    if (!closing) log.warn({ err: error }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection was lost'))
  })

  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw error
  }
  // Kysely gives its connections back without the error, so an expected one (a constraint) doesn't cost a new connection.
  const db = new PipelinedDatabase<DB>({ pool })
  return {
    db,
    pool,
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

/**
 * Runs statements that do not need each other's results: started together, they share one connection and one round
 * trip, and each succeeds or fails by itself. A transaction sends its statements together anyway.
 */
export function pipelined(db: Db | Tx): Db {
  return db instanceof PipelinedDatabase ? (db as PipelinedDatabase<DB>).pipelined() : db
}

const unavailableCodes = new Set([
  // Of the network
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Of PostgreSQL: shut down, crashed, starting, read-only after a failover, idle for too long
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '25P03',
  // A timeout of a lock or a statement, a deadlock, or a conflict with another transaction
  '40001',
  '40P01',
  '55P03',
  '57014',
])

/** pg raises these errors without a code. */
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'connection error and is not queryable',
  'closed and is not queryable',
]

/** The classes of errors of connections, and of resources that ran out: connections, memory, disk. */
const unavailableClasses = ['08', '53']

/** Whether the database can't be reached or is too busy right now, so that the same request may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (unavailableCodes.has(code) || unavailableClasses.includes(code.slice(0, 2))) return true
  // The folder of the embedded server's socket is empty while it isn't running.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  if (unavailableMessages.some((message) => error.message.includes(message))) return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Whether the server itself says that the statement failed, so that its transaction leaves nothing. A connection that was cut does not say so. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !/^(?:08|57P)/.test(error.code)
}

/** Whether the statement took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** Whether an exclusion constraint refused the row, because another transaction took the time first. */
export function isExclusionViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23P01'
}

/** Whether a foreign key refused a deletion, because another row still depends on the deleted one. */
export function isStillReferenced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
}

/** Whether this check, exclusion or unique constraint refused the row. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
