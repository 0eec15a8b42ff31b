import { zone } from '#contract/calendar.ts'
import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/commissions.ts'

/**
 * Charges a commission at the centre's rate today for each appointment that its patient booked and that is completed, or that
 * was cancelled or missed while the centre keeps part of a payment. Appointments booked at the desk have none, unless they replace a
 * booking of the patient that the desk cancelled in the patient's name. Runs in the transaction that ends the appointments.
 * Idempotent.
 */
export async function chargeCommission(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  if (input.appointmentIds.length === 0) return
  const today = localDay({ instant: input.now, zone })
  await repository.insertCommissions(tx, { ...input, today, ids: input.appointmentIds.map(() => newId()) })
}

/** Cancels the commission of an appointment that no longer brings the centre money. A settled commission does not change. */
export async function cancelCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.cancelPending(tx, input)
}

/**
 * Recalculates a pending commission, in the transaction that refunds the payment or changes the discount. A settled commission
 * does not change: staff undo its settlement.
 */
export async function reduceCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.reducePending(tx, input)
}

/** Whether the appointment's commission was paid with a settlement. `isLocked`: locks it until the transaction ends. */
export async function isSettled(db: Db | Tx, input: { appointmentId: string; isLocked?: boolean }): Promise<boolean> {
  return repository.isSettled(db, input)
}

/** A page of a centre's commissions, with one row more than `limit` when another page follows, and the sums of all pages. */
export async function readCommissions(
  { db }: Platform,
  input: { centerId: string; limit: number; after: Position | undefined },
) {
  const [rows, sums] = await Promise.all([
    repository.listOfCenter(db, { ...input, limit: input.limit + 1 }),
    repository.sumOfCenter(db, input),
  ])
  return { rows, ...sums }
}
