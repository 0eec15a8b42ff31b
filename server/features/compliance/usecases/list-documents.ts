import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../compliance.repository.ts'

/** What a centre handed in, or was asked for, the newest first. */
export async function listDocuments(db: Db | Tx, input: { centerId: string }): Promise<repository.CheckRow[]> {
  return repository.listChecks(db, input)
}
