import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced } from '#server/platform/postgres/savepoint.ts'
import * as repository from '../repository/professionals.ts'
import * as unused from '../repository/unused-team.ts'

/** Makes bookings with the centre's professionals wait until the transaction ends. The caller has locked the centre. */
export async function lockTeam(tx: Tx, input: { centerId: string }): Promise<string[]> {
  return repository.lockTeam(tx, input)
}

/**
 * Deletes the team of a centre that was never used, so that the centre can be deleted, unless another row depends on it. A job
 * deletes the photos' files.
 */
export async function deleteUnusedTeam(tx: Tx, input: { centerId: string }): Promise<void> {
  await deleteUnlessReferenced(tx, () => unused.deleteUnusedTeam(tx, input))
}

/** Deactivates the team of a centre that is closed. `rename` replaces the names when no appointment shows them. */
export async function deactivateTeam(
  tx: Tx,
  input: { centerId: string; professionalIds: readonly string[]; rename: string | undefined },
): Promise<void> {
  await repository.deactivateTeam(tx, input)
}
