import { refundCancelled } from '#server/features/payments/usecases/refund-online.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type Cancellation, setCancelled } from '../repository/changes.ts'

/** Cancels an appointment that the caller has locked, and asks the gateway to give back its part of the refund. */
export async function recordCancellation(tx: Tx, cancellation: Cancellation): Promise<void> {
  await setCancelled(tx, cancellation)
  await refundCancelled(tx, cancellation)
}
