import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../compliance.repository.ts'

/** The uploaded and the required documents of a centre, newest first. */
export async function listDocuments(db: Db | Tx, input: { centerId: string }): Promise<repository.CheckRow[]> {
  return repository.listChecks(db, input)
}

/** The latest measure of staff on each of a centre's documents, by the document's id. */
export async function listLastMeasures(db: Db, input: { centerId: string }): Promise<ReadonlyMap<string, string>> {
  return repository.listLastMeasures(db, input)
}
