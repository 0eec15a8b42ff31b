import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/redemptions.ts'

/** A redemption that can pay for a part of an appointment. */
export type UsableRedemption = repository.RedemptionRow

const maxListed = 20

export async function listUsable(
  db: Db | Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<UsableRedemption[]> {
  return repository.listUsable(db, { userId, now, limit: maxListed })
}

/**
 * How much Senda's discounts can still pay to a centre, and why those of a patient pay nothing, in Spanish: null when they do, or the
 * patient has none. `neededCents`: the largest of them.
 */
export async function readRewardState(
  db: Db | Tx,
  input: { userId: string; centerId: string; now: Date },
): Promise<{ roomCents: number; notice: (neededCents: number) => string | null }> {
  const { hasPending, isBelowZero, roomCents } = await repository.findRewardState(db, input)
  const notice = (neededCents: number) => {
    if (roomCents < neededCents) return 'Este centro no acepta más recompensas ni promociones de Senda por ahora.'
    if (!hasPending || !isBelowZero) return null
    return 'Las recompensas se pueden usar cuando el saldo de puntos vuelve a cero.'
  }
  return { roomCents, notice }
}

/** Locks a redemption until the transaction ends. @returns false when it is no longer pending */
export async function lock(tx: Tx, input: { redemptionId: string; userId: string }): Promise<boolean> {
  return repository.lockPending(tx, input)
}

/** @returns false when the redemption cannot pay for the appointment any more */
export async function consume(
  tx: Tx,
  input: { redemptionId: string; userId: string; appointmentId: string; discountCents: number; now: Date },
): Promise<boolean> {
  return repository.setUsed(tx, input)
}

/** Makes the rewards of cancelled or refunded appointments usable again. */
export async function release(tx: Tx, input: { appointmentIds: readonly string[]; now: Date }): Promise<void> {
  await repository.setUnused(tx, input)
}

export async function listWrongRedemptions(tx: Tx) {
  return repository.listWrongRedemptions(tx)
}
