import { resetPersonalData } from '#server/features/accounts/usecases/reset-personal-data.ts'
import { deleteAppointmentsOfGuests } from '#server/features/appointments/usecases/appointments-of-guests.ts'
import { dropPendingCenter, restartAccess } from '#server/features/centers/usecases/end-center.ts'
import { lockUnapprovedCenter } from '#server/features/centers/usecases/lock-center.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { deleteDocuments } from '#server/features/compliance/usecases/delete-documents.ts'
import { deleteGuests } from '#server/features/contacts/usecases/anonymize-guests.ts'
import { deletePreferences } from '#server/features/notifications/notifications.usecases.ts'
import { dropUnusedTeam } from '#server/features/professionals/usecases/end-team.ts'
import { unlinkOthers } from '#server/features/professionals/usecases/link-account.ts'
import { queuePhotoRemoval } from '#server/features/professionals/usecases/update-photo.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { setUserType } from '../repository/registration.ts'
import { resetUnverifiedRows } from '../repository/unverified.ts'
import { metadataOf } from '../rules/metadata.ts'

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
  await resetUnverifiedRows(tx, { ...input, metadata: metadataOf(input.fullName) })
  await resetPersonalData(tx, input)
  await deletePreferences(tx, input)
  if (input.isUnrecognized) await deleteUnrecognizedCenter(tx, { centerId: userId, now: input.now })
  const keepsCenter = await dropPendingCenter(tx, { ownerId: userId })
  if (keepsCenter) {
    await restartAccess(tx, { centerId: userId, now: input.now })
    await unlinkOthers(tx, { centerId: userId })
  }
  await setUserType(tx, { ...input, userType: keepsCenter ? 'center' : 'patient' })
}

/**
 * The address's owner says that a stranger registered this centre. Deletes everything that the stranger entered, so that the
 * owner does not receive other people's data. Keeps a centre that staff approved, as patients may depend on it.
 */
async function deleteUnrecognizedCenter(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  if (!(await lockUnapprovedCenter(tx, { centerId }))) return
  await restartAccess(tx, { centerId, now })
  await deleteDocuments(tx, { centerId })
  await queueCenterPictureRemoval(tx, { centerId })
  await queuePhotoRemoval(tx, { centerId })
  await deleteAppointmentsOfGuests(tx, { centerId })
  await deleteGuests(tx, { centerId })
  await dropUnusedTeam(tx, { centerId })
}
