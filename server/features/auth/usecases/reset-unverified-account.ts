import { dropPendingCenter, restartAccess } from '#server/features/centers/usecases/end-center.ts'
import { unlinkOthers } from '#server/features/professionals/usecases/link-account.ts'
import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { setUserType } from '../repository/registration.ts'
import { deleteUnprovenRows } from '../repository/unverified.ts'
import { metadataOf } from '../rules/metadata.ts'
import { deleteDisownedCenter } from './delete-unrecognized-center.ts'

/**
 * The owner of an address arrives at an account that somebody began with it without ever confirming it: perhaps they
 * themselves, perhaps somebody who waited for them. Nothing of it counts, and the registration begins anew.
 * `fullName`: the owner's, if it is known. `disowned`: they say that it was somebody else, so a whole centre that was
 * registered goes, too; else it stays with its owner alone, as it may have taken an hour to describe. The caller holds the lock on the account.
 */
export async function deleteUnproven(
  tx: Tx,
  input: { userId: string; fullName: string; disowned?: boolean; now: Date },
): Promise<void> {
  const { userId } = input
  const avatarUrl = await deleteUnprovenRows(tx, { ...input, metadata: metadataOf(input.fullName) })
  await queuePictureRemoval(tx, [avatarUrl])
  if (input.disowned) await deleteDisownedCenter(tx, { centerId: userId, now: input.now })
  const keepsCenter = await dropPendingCenter(tx, { ownerId: userId })
  if (keepsCenter) {
    await restartAccess(tx, { centerId: userId, now: input.now })
    await unlinkOthers(tx, { centerId: userId })
  }
  await setUserType(tx, { ...input, userType: keepsCenter ? 'center' : 'patient' })
}
