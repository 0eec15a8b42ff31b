import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/wrong-checkouts.ts'

export async function listWrongCheckouts(tx: Tx): Promise<repository.WrongCheckout[]> {
  return repository.listWrongCheckouts(tx)
}
