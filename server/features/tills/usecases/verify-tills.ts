import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/wrong-closings.ts'

export async function listWrongClosings(tx: Tx): Promise<{ table: string; id: string; fault: string }[]> {
  return repository.listWrongClosings(tx)
}
