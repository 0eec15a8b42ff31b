import { dropPendingCenter, restartAccess } from '#server/features/centers/usecases/end-center.ts'
import { unlinkOthers } from '#server/features/professionals/usecases/link-account.ts'
import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { setUserType } from '../repository/registration.ts'
import { resetUnverifiedRows } from '../repository/unverified.ts'
import { metadataOf } from '../rules/metadata.ts'
import { deleteUnrecognizedCenter } from './delete-unrecognized-center.ts'

/**
 * Resets an account when the owner of its address proves to own it for the first time. Perhaps the owner created the account,
 * perhaps a stranger who planned to share it: nothing of it counts, and the registration starts again.
 * `fullName`: the owner's, if known. `isUnrecognized`: the owner says that it was a stranger, so the centre is deleted, too;
 * otherwise it stays, as it may have taken an hour to describe, but without other members. The caller holds the lock on the
 * account.
 */
export async function resetUnverifiedAccount(
  tx: Tx,
  input: { userId: string; fullName: string; isUnrecognized?: boolean; now: Date },
): Promise<void> {
  const { userId } = input
  const avatarUrl = await resetUnverifiedRows(tx, { ...input, metadata: metadataOf(input.fullName) })
  await queuePictureRemoval(tx, [avatarUrl])
  if (input.isUnrecognized) await deleteUnrecognizedCenter(tx, { centerId: userId, now: input.now })
  const keepsCenter = await dropPendingCenter(tx, { ownerId: userId })
  if (keepsCenter) {
    await restartAccess(tx, { centerId: userId, now: input.now })
    await unlinkOthers(tx, { centerId: userId })
  }
  await setUserType(tx, { ...input, userType: keepsCenter ? 'center' : 'patient' })
}
