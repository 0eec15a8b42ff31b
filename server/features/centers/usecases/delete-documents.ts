import { queueFileRemoval } from '#server/platform/files.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import * as repository from '../repository/checks.ts'

/** Deletes the documents of a centre that is closed, with their files. */
export async function deleteDocuments(tx: Tx, input: { centerId: string }): Promise<void> {
  await queueFileRemoval(tx, await repository.deleteChecks(tx, input))
}
