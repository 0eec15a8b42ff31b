import { zone } from '#contract/calendar.ts'
import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/commissions.ts'

/**
 * Charges a commission, at the rate that applies to the centre on the day of `now`, for each appointment that its patient
 * booked and that is completed, or was cancelled or missed while the centre keeps a part of a payment. Those that the desk
 * booked have none. Runs in the transaction that ends them. Idempotent.
 */
export async function chargeCommission(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  if (input.appointmentIds.length === 0) return
  const today = localDay({ instant: input.now, zone })
  await repository.insertCommissions(tx, { ...input, today, ids: input.appointmentIds.map(() => newId()) })
}

/** For an appointment that no longer gives the centre an income, in the transaction of that change. A settled commission stays. */
export async function cancelCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.cancelPending(tx, input)
}

/** After a refund or a change of the discount, in its transaction. A settled commission stays: staff correct it with a settlement that they undo. */
export async function reduceCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.reducePending(tx, input)
}

/** Whether the appointment's commission was paid with a settlement. `isLocked`: stays true until the transaction ends. */
export async function isSettled(db: Db | Tx, input: { appointmentId: string; isLocked?: boolean }): Promise<boolean> {
  return repository.isSettled(db, input)
}

/** A page of a centre's commissions, with one row more than `limit` when another page follows, and the sums of all of them. */
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
