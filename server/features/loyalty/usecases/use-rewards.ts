import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/redemptions.ts'

/** A redemption that can pay for a part of an appointment. */
export type Usable = repository.RedemptionRow

const shown = 20

export async function listUsable(db: Db | Tx, { userId, now }: { userId: string; now: Date }): Promise<Usable[]> {
  return repository.listUsable(db, { userId, now, limit: shown })
}

/** Whether it is still unused. It stays so until the transaction ends. */
export async function lock(tx: Tx, input: { redemptionId: string; userId: string }): Promise<boolean> {
  return repository.lockPending(tx, input)
}

/** @returns false when it was used or expired first */
export async function consume(
  tx: Tx,
  input: { redemptionId: string; userId: string; appointmentId: string; discountCents: number; now: Date },
): Promise<boolean> {
  return repository.setUsed(tx, input)
}

/** For appointments that were cancelled or refunded: their rewards can be used again. */
export async function release(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  await repository.setUnused(tx, input)
}

export async function listWrongRedemptions(tx: Tx) {
  return repository.listWrongRedemptions(tx)
}
