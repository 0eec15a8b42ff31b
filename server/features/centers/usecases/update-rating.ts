import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/professionals.ts'

/** Stores the average and the number of the professional's reviews. The caller has locked the centre. */
export async function updateProfessionalRating(
  tx: Tx,
  input: { professionalId: string; rating: number; totalReviews: number },
): Promise<void> {
  await repository.setRating(tx, input)
}
