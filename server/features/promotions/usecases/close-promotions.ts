import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/promotions.ts'

/** Deletes the promotions of a centre that closes. Those that patients applied stay in their histories, and end. */
export async function closePromotions(tx: Tx, input: { centerId: string }): Promise<void> {
  await repository.closePromotions(tx, input)
}
