import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/commissions.ts'

/**
 * Charges a commission, at the centre's current rate, for each completed appointment that its patient booked; those that the
 * desk booked owe none. Runs in the transaction that completes them. Idempotent.
 */
export async function chargeCommission(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  if (input.appointmentIds.length === 0) return
  await repository.insertCommissions(tx, { ...input, ids: input.appointmentIds.map(() => newId()) })
}

/** Runs in the transaction that reopens the appointment. A commission that was paid stays. */
export async function cancelCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.cancelPending(tx, input)
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
