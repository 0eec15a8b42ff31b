import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/wrong-checkouts.ts'

/** Checkouts that disagree with their payment or their refunds. */
export async function listWrongCheckouts(tx: Tx): Promise<repository.WrongCheckout[]> {
  return repository.listWrongCheckouts(tx)
}
