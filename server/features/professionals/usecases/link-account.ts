import type { Tx } from '#server/platform/postgres/database.ts'
import type { OfCenter } from '../professionals.types.ts'
import * as repository from '../repository/professionals.ts'

/** Who signs in as this professional from here on. @returns false when somebody does already */
export async function linkAccount(tx: Tx, input: OfCenter & { userId: string }): Promise<boolean> {
  return repository.linkAccount(tx, input)
}

/** Nobody but the owner of the centre signs in as one of its professionals any more. */
export async function unlinkOthers(tx: Tx, input: { centerId: string }): Promise<void> {
  await repository.unlinkOthers(tx, input)
}

export async function unlinkAccount(tx: Tx, input: { centerId: string; userId: string }): Promise<void> {
  await repository.unlinkAccount(tx, input)
}

/** The account that a professional had goes; whom the centre lists stays the centre's business. */
export async function forgetAccount(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.forgetAccount(tx, input)
}
