import { foldText } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/offer.ts'
import { mergeSpecialties } from '../rules/centers.ts'

/**
 * Writes what a centre offers, which search reads, into the centre's own row. The caller has changed its professionals or its
 * services in the same transaction, and locked the centre.
 */
export async function refreshOfferedServices(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await repository.refreshServices(tx, input)
}

/** Stores the average and the number of the centre's reviews. The caller has locked the centre, and counted the reviews. */
export async function updateCenterRating(
  tx: Tx,
  input: { centerId: string; rating: number; totalReviews: number },
): Promise<void> {
  await repository.setRating(tx, input)
}

/** Removes the specialties of `removed` from the centre's and adds those of `offered` that it lacks, by their folded text. */
export async function updateCenterSpecialties(
  tx: Tx,
  input: { centerId: string; removed: readonly string[]; offered: readonly string[]; now: Date },
): Promise<void> {
  const removed = new Set(input.removed.map(foldText))
  const remaining = (await repository.listSpecialties(tx, input)).filter((each) => !removed.has(foldText(each)))
  await repository.setSpecialties(tx, { ...input, specialties: mergeSpecialties(remaining, input.offered) })
}
