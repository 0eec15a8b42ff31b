import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced } from '#server/platform/postgres/savepoint.ts'
import * as unused from '../repository/unused-team.ts'

/**
 * Deletes the team of a centre that was never used, so that the centre can be deleted, unless another row depends on it. A job
 * deletes the photos' files.
 */
export async function deleteUnusedTeam(tx: Tx, input: { centerId: string }): Promise<void> {
  await deleteUnlessReferenced(tx, () => unused.deleteUnusedTeam(tx, input))
}
