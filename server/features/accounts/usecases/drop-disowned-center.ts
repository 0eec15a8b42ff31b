import { dropAppointmentsOfGuests } from '#server/features/appointments/usecases/forget-guests.ts'
import { lockUnapprovedCenter, restartAccess } from '#server/features/centers/centers.usecases.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/change-pictures.ts'
import { forgetDocuments } from '#server/features/compliance/usecases/forget-documents.ts'
import { dropGuests } from '#server/features/contacts/contacts.usecases.ts'
import { dropUnusedTeam } from '#server/features/professionals/professionals.usecases.ts'
import { queuePhotoRemoval } from '#server/features/professionals/usecases/change-photo.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Whoever has the address says that somebody else registered this centre: whatever that one wrote there goes, so that
 * nobody is handed the data of people whom they never met. Nothing of a centre that staff approved: patients may count on it.
 */
export async function dropDisownedCenter(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  if (!(await lockUnapprovedCenter(tx, { centerId }))) return
  await restartAccess(tx, { centerId, now })
  await forgetDocuments(tx, { centerId })
  await queueCenterPictureRemoval(tx, { centerId })
  await queuePhotoRemoval(tx, { centerId })
  await dropAppointmentsOfGuests(tx, { centerId })
  await dropGuests(tx, { centerId })
  await dropUnusedTeam(tx, { centerId })
}
