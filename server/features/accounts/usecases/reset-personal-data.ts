import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { resetProfile } from '../repository/deletion.ts'

/**
 * Deletes the personal data of an account whose registration starts again; `fullName` replaces its name. The caller holds the
 * lock on the account.
 */
export async function resetPersonalData(tx: Tx, input: { userId: string; fullName: string; now: Date }): Promise<void> {
  await queuePictureRemoval(tx, [await resetProfile(tx, input)])
}
