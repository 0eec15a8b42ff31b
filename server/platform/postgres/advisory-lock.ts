import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { builtOnce } from './built-query.ts'
import type { Tx } from './database.ts'

/**
 * What an advisory lock protects. An advisory lock serialises work that no row lock and no constraint can: the row does not
 * exist yet, or several rows must be locked in one order. All of them share PostgreSQL's one 64-bit key space, so every lock
 * is taken through this file: the kind is part of the key, and two kinds never wait for each other by mistake.
 * Only these are taken elsewhere: in the other key space, that of two 32-bit numbers, the leases of job-leases.ts, which are
 * read from pg_locks, and an account's export of commissions, which is refused rather than waits; and in this one, those of
 * backups and restores (backup-lock.ts) and, by triggers, the closing days of a centre (lock_closing_days()) and what rewards
 * pay to it (lock_rewards_of_center()).
 */
export type LockKind =
  /** The times of one professional or attendee, for updates that give an appointment a new time. */
  | 'calendar'
  /** The one process that fills an empty database with the demonstration. */
  | 'demo'
  /** One request of the desk, by its idempotency key. */
  | 'desk-request'
  /** The fiscal documents of one centre. */
  | 'fiscal-documents'
  /** What one member of staff gives away of Senda's money. */
  | 'gifts'
  /** The guests of one centre. */
  | 'guests'
  /** The holds of one visitor or patient. */
  | 'holder'
  /** The holds from one network address. */
  | 'holds-of-address'
  /** The holds of visitors at one professional. */
  | 'holds-of-professional'
  /** One person at one identity provider. */
  | 'identity'
  /** Who may read the clinical records of one person. */
  | 'record-readers'
  /** Changes of many appointments of one centre. */
  | 'many-appointments'
  /** One account at a gateway, which one centre connects. */
  | 'payment-account'
  /** One payment at the gateway for tests, by its idempotency key. */
  | 'simulado-payment'
  /** The packages that one person buys. */
  | 'packages'
  /** The promotions of one centre, or of staff. */
  | 'promotions'
  /** The one process that migrates. */
  | 'migrations'
  /** The one process that creates or rotates signing keys. */
  | 'signing-keys'
  /** What accounts without a confirmed address book at one professional. */
  | 'unproven-bookings'

export type Lock = { kind: LockKind; id?: string }

/** Waits for the locks and holds them until the transaction ends. They are taken in one order, so two callers never deadlock. */
export async function lockInTransaction(tx: Tx, ...locks: readonly Lock[]): Promise<void> {
  await lockKeys(tx, { keys: locks.map(keyOf).sort() })
}

const lockKeys = builtOnce(
  (_, { keys }: { keys: readonly string[] }) =>
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as wanted(key)`,
)

/** The query that takes the lock of the one id, a text, that `id` selects, if it selects one: reading it costs no round trip. */
export const lockOf = (kind: LockKind, id: RawBuilder<unknown>) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${sql.lit(`${kind}:`)} || id, 0)) from (${id}) as wanted(id)`

/** Takes the lock only when no other transaction holds it. @returns whether the transaction holds it now */
export async function tryLockInTransaction(tx: Tx, lock: Lock): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${keyOf(lock)}, 0)) as "isHeld"`.execute(tx)
  return rows[0]?.isHeld === true
}

/** Like lockInTransaction, for a transaction that was opened without Kysely. */
export async function lockInTransactionOf(client: pg.PoolClient, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(lock)])
}

/** Waits for the lock and holds it until the connection is closed. */
export async function lockInConnection(client: pg.PoolClient, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [keyOf(lock)])
}

function keyOf({ kind, id = '' }: Lock): string {
  return `${kind}:${id}`
}
