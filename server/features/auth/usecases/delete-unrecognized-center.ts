import { deleteAppointmentsOfGuests } from '#server/features/appointments/usecases/anonymize-guests.ts'
import { restartAccess } from '#server/features/centers/usecases/end-center.ts'
import { lockUnapprovedCenter } from '#server/features/centers/usecases/lock-center.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { deleteDocuments } from '#server/features/compliance/usecases/delete-documents.ts'
import { deleteGuests } from '#server/features/contacts/usecases/anonymize-guests.ts'
import { dropUnusedTeam } from '#server/features/professionals/usecases/end-team.ts'
import { queuePhotoRemoval } from '#server/features/professionals/usecases/update-photo.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * The address's owner says that a stranger registered this centre. Deletes everything that the stranger entered, so that the
 * owner does not receive other people's data. Keeps a centre that staff approved, as patients may depend on it.
 */
export async function deleteUnrecognizedCenter(
  tx: Tx,
  { centerId, now }: { centerId: string; now: Date },
): Promise<void> {
  if (!(await lockUnapprovedCenter(tx, { centerId }))) return
  await restartAccess(tx, { centerId, now })
  await deleteDocuments(tx, { centerId })
  await queueCenterPictureRemoval(tx, { centerId })
  await queuePhotoRemoval(tx, { centerId })
  await deleteAppointmentsOfGuests(tx, { centerId })
  await deleteGuests(tx, { centerId })
  await dropUnusedTeam(tx, { centerId })
}
