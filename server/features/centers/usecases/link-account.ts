import type { Tx } from '#server/platform/postgres/database.ts'
import type { OfCenter } from '../centers.types.ts'
import * as repository from '../repository/professionals.ts'

/** @returns false when another account is linked, or the centre has no such active professional */
export async function linkAccount(tx: Tx, input: OfCenter & { userId: string }): Promise<boolean> {
  return repository.linkAccount(tx, input)
}

/** Unlinks all accounts but the owner's from the centre's professionals. */
export async function unlinkOthers(tx: Tx, input: { centerId: string }): Promise<void> {
  await repository.unlinkOthers(tx, input)
}

export async function unlinkAccount(tx: Tx, input: { centerId: string; userId: string }): Promise<void> {
  await repository.unlinkAccount(tx, input)
}

/** Unlinks a deleted account from its professionals, who stay at their centres. */
export async function unlinkClosedAccount(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.unlinkClosedAccount(tx, input)
}
