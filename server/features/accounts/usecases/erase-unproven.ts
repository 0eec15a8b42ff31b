import { dropPendingCenter } from '#server/features/centers/centers.usecases.ts'
import { queueFileRemoval } from '#server/platform/files.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { metadataOf } from '../accounts.rules.ts'
import { setUserType } from '../repository/registration.ts'
import { eraseUnprovenRows } from '../repository/unproven.ts'
import { avatarFilesOf } from '../rules/avatars.ts'

/**
 * The owner of an address arrives at an account that somebody began with it without ever confirming it: perhaps they
 * themselves, perhaps somebody who waited for them. Nothing of it counts, and the registration begins anew.
 * `fullName`: the owner's, if it is known. The caller holds the lock on the account.
 */
export async function eraseUnproven(tx: Tx, o: { userId: string; fullName: string; now: Date }): Promise<void> {
  const { userId } = o
  const avatarUrl = await eraseUnprovenRows(tx, { ...o, metadata: metadataOf(o.fullName) })
  await queueFileRemoval(tx, avatarFilesOf(avatarUrl))
  const keepsCenter = await dropPendingCenter(tx, { ownerId: userId })
  await setUserType(tx, { ...o, userType: keepsCenter ? 'center' : 'patient' })
}
