import { foldText } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/offer.ts'
import { mergeSpecialties } from '../rules/centers.ts'

/** Removes and adds specialties of the centre. Accents and capitals are ignored in the comparison. */
export async function updateCenterSpecialties(
  tx: Tx,
  input: { centerId: string; removed: readonly string[]; offered: readonly string[]; now: Date },
): Promise<void> {
  const removed = new Set(input.removed.map(foldText))
  const remaining = (await repository.listSpecialties(tx, input)).filter((each) => !removed.has(foldText(each)))
  await repository.setSpecialties(tx, { ...input, specialties: mergeSpecialties(remaining, input.offered) })
}
