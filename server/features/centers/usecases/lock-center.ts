import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/centers.ts'

/** Call this before writing rows (services, reviews, documents) from which the row of the centre is computed. */
export async function lockCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.lockCenterRow(tx, centerId))) throw fail('centers.not_found')
}

/** Locks the centre that belongs to an account. @returns false when the account has none */
export async function lockCenterOf(tx: Tx, { ownerId }: { ownerId: string }): Promise<boolean> {
  return repository.lockCenterRow(tx, ownerId)
}

export async function requireVisibleCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
}
