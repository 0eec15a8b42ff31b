import { queueFileRemoval } from '#server/platform/files.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import * as repository from '../compliance.repository.ts'

/** The centre closes for good: its documents go, files included. */
export async function forgetDocuments(tx: Tx, input: { centerId: string }): Promise<void> {
  await queueFileRemoval(tx, await repository.deleteChecks(tx, input))
}

/** An account goes: the documents of others' centres stay, without who uploaded or checked them. */
export async function forgetChecker(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.forgetPerson(tx, input)
}
