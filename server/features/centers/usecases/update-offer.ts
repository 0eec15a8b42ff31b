import { foldText } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/offer.ts'
import { mergeSpecialties } from '../rules/centers.ts'

/**
 * Updates the list of services in the row of a centre, which search reads. The caller has locked the centre, and changed its
 * professionals or services in the same transaction.
 */
export async function refreshOfferedServices(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await repository.refreshServices(tx, input)
}

/** Stores the average and the number of the centre's reviews. The caller has locked the centre. */
export async function updateCenterRating(
  tx: Tx,
  input: { centerId: string; rating: number; totalReviews: number },
): Promise<void> {
  await repository.setRating(tx, input)
}

/** Removes and adds specialties of the centre. Accents and capitals are ignored in the comparison. */
export async function updateCenterSpecialties(
  tx: Tx,
  input: { centerId: string; removed: readonly string[]; offered: readonly string[]; now: Date },
): Promise<void> {
  const removed = new Set(input.removed.map(foldText))
  const remaining = (await repository.listSpecialties(tx, input)).filter((each) => !removed.has(foldText(each)))
  await repository.setSpecialties(tx, { ...input, specialties: mergeSpecialties(remaining, input.offered) })
}
