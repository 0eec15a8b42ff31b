import { queueFileRemoval } from '#server/platform/files.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import * as repository from '../repository/checks.ts'

export async function deleteDocuments(tx: Tx, input: { centerId: string }): Promise<void> {
  await queueFileRemoval(tx, await repository.deleteChecks(tx, input))
}
