import { zone } from '#contract/calendar.ts'
import type { Position } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
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
