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

/** What a gateway takes from an online payment for an appointment in advance of its commission, in cents. */
export function readFee(
  tx: Tx,
  { now, ...payment }: { appointmentId: string; amountCents: number; now: Date },
): Promise<number> {
  return repository.feeOfPayment(tx, { ...payment, today: localDay({ instant: now, zone }) })
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
