import { deleteAppointmentsOfGuests } from '#server/features/appointments/usecases/anonymize-guests.ts'
import { restartAccess } from '#server/features/centers/usecases/end-center.ts'
import { lockUnapprovedCenter } from '#server/features/centers/usecases/lock-center.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { forgetDocuments } from '#server/features/compliance/usecases/forget-documents.ts'
import { deleteGuests } from '#server/features/contacts/usecases/anonymize-guests.ts'
import { dropUnusedTeam } from '#server/features/professionals/usecases/end-team.ts'
import { queuePhotoRemoval } from '#server/features/professionals/usecases/update-photo.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Whoever has the address says that somebody else registered this centre: whatever that one wrote there goes, so that
 * nobody is handed the data of people whom they never met. Nothing of a centre that staff approved: patients may count on it.
 */
export async function deleteDisownedCenter(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  if (!(await lockUnapprovedCenter(tx, { centerId }))) return
  await restartAccess(tx, { centerId, now })
  await forgetDocuments(tx, { centerId })
  await queueCenterPictureRemoval(tx, { centerId })
  await queuePhotoRemoval(tx, { centerId })
  await deleteAppointmentsOfGuests(tx, { centerId })
  await deleteGuests(tx, { centerId })
  await dropUnusedTeam(tx, { centerId })
}
