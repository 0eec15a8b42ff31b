import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/professionals.ts'
import { deleteUnusedTeam } from '../repository/unused.ts'

/** Nobody books the centre's professionals while the transaction goes on; the caller has locked the centre. */
export async function lockTeam(tx: Tx, input: { centerId: string }): Promise<string[]> {
  return repository.lockTeam(tx, input)
}

/**
 * The team of a centre that was registered and never used goes, so that the centre itself can. The photos' files are left
 * to the sweep.
 */
export async function dropUnusedTeam(tx: Tx, input: { centerId: string }): Promise<void> {
  await deleteUnusedTeam(tx, input)
}

/** The centre closes for good. `rename`: no history names its professionals, so their names go, too. */
export async function retireTeam(
  tx: Tx,
  input: { centerId: string; professionalIds: readonly string[]; rename: string | undefined },
): Promise<void> {
  await repository.retireTeam(tx, input)
}
