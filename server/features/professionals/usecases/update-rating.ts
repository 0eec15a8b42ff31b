import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/professionals.ts'

/**
 * Stores the average and the number of the professional's reviews. The transaction has locked the centre and counted its
 * reviews.
 */
export async function updateProfessionalRating(
  tx: Tx,
  input: { professionalId: string; rating: number; totalReviews: number },
): Promise<void> {
  await repository.setRating(tx, input)
}
