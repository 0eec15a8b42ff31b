import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/centers.ts'
import * as ofOwner from '../repository/of-owner.ts'

/** Call this before writing rows (services, reviews, documents) from which the row of the centre is computed. */
export async function lockCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.lockCenterRow(tx, centerId))) throw fail('centers.not_found')
}

/** Locks the centre that belongs to an account. @returns false when the account has none */
export async function lockCenterOf(tx: Tx, { ownerId }: { ownerId: string }): Promise<boolean> {
  return repository.lockCenterRow(tx, ownerId)
}

/**
 * Locks a centre that will be deleted, so that no new row can refer to it.
 * @returns false when the centre is approved or does not exist
 */
export async function lockUnapprovedCenter(tx: Tx, input: { centerId: string }): Promise<boolean> {
  return ofOwner.lockUnapproved(tx, input)
}

/** Whether visitors can see the centre. */
export async function isVisibleCenter({ db }: Platform, input: { centerId: string }): Promise<boolean> {
  return repository.isVisible(db, input)
}

export async function requireVisibleCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
}
