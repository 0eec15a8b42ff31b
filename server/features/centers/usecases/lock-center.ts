import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'

/** Writers of rows from which the centre's own row is derived call this first, in their transaction. */
export async function lockCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.lockCenterRow(tx, centerId))) throw fail('centers.not_found')
}

/** The centre that belongs to an account, locked as lockCenter() does; false when it has none. */
export async function lockCenterOf(tx: Tx, { ownerId }: { ownerId: string }): Promise<boolean> {
  return repository.lockCenterRow(tx, ownerId)
}

/**
 * Locks a centre for deletion, so that no other row can name it until the transaction ends. @returns false for an approved
 * centre or none
 */
export async function lockUnapprovedCenter(tx: Tx, input: { centerId: string }): Promise<boolean> {
  return ofOwner.lockUnapproved(tx, input)
}

export async function ownsCenter(db: Db | Tx, input: { ownerId: string }): Promise<boolean> {
  return ofOwner.hasCenter(db, input)
}

/** Whether visitors see the centre. */
export async function isVisibleCenter({ db }: Platform, input: { centerId: string }): Promise<boolean> {
  return repository.isVisible(db, input)
}

export async function requireVisibleCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
}
