import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from './commissions.repository.ts'

/**
 * In the transaction that completes them: each completed appointment that its patient booked owes a commission, at the rate
 * that its centre has now. Those that the centre entered itself owe none. Doing it again changes nothing.
 */
export async function chargeCommission(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  if (input.appointmentIds.length === 0) return
  await repository.insertCommissions(tx, { ...input, ids: input.appointmentIds.map(() => newId()) })
}

/** In the transaction that takes the completion back: nothing is owed for it any more. What was paid stays. */
export async function cancelCommission(tx: Tx, input: { appointmentId: string }): Promise<void> {
  await repository.cancelPending(tx, input)
}

/** A page of a centre's commissions, one row more than `limit` when there are others behind it; and all of them in sums. */
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
