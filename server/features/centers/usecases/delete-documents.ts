import { queueFileRemoval } from '#server/platform/files.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import * as repository from '../repository/checks.ts'

/** Deletes the documents of a centre that is closed, with their files. */
export async function deleteDocuments(tx: Tx, input: { centerId: string }): Promise<void> {
  await queueFileRemoval(tx, await repository.deleteChecks(tx, input))
}

/** Removes a deleted account from the documents that it uploaded or checked. */
export async function anonymizeChecker(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.anonymizePerson(tx, input)
}
