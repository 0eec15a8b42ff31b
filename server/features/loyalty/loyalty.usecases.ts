import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from './loyalty.repository.ts'
import type { PointsGift } from './loyalty.types.ts'

/**
 * Gives points in the transaction of whatever earns them, which has made sure that the account stays. Doing it again for
 * the same thing gives nothing. @returns whether it gave them now
 */
export async function givePoints(tx: Tx, { now, ...gift }: PointsGift & { now: Date }): Promise<boolean> {
  if (!Number.isInteger(gift.points) || gift.points <= 0) throw new Error('Only points can be given.')
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await repository.insertMovement(tx, { id: newId(), gift, now }))) return false
  await repository.addToBalance(tx, gift)
  return true
}

/** Until the transaction ends, nobody else gives this person points: whoever gives under a condition asks it after this. */
export async function holdPoints(tx: Tx, o: { userId: string; now: Date }): Promise<void> {
  await repository.lockBalance(tx, o)
}

/** The account goes, and what it had saved goes along. */
export async function forgetPoints(tx: Tx, o: { userId: string }): Promise<void> {
  await repository.deleteAll(tx, o)
}
