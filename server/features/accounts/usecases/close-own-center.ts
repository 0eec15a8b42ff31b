import { anonymizeAppointmentsOfGuests } from '#server/features/appointments/usecases/anonymize-guests.ts'
import { hasHadAppointments } from '#server/features/appointments/usecases/delete-patient.ts'
import { closeCenter, dropPendingCenter, leaveCenters } from '#server/features/centers/usecases/end-center.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { forgetChecker, forgetDocuments } from '#server/features/compliance/usecases/forget-documents.ts'
import { anonymizeGuests } from '#server/features/contacts/usecases/anonymize-guests.ts'
import { retireTeam } from '#server/features/professionals/usecases/end-team.ts'
import { forgetAccount } from '#server/features/professionals/usecases/link-account.ts'
import { queuePhotoRemoval } from '#server/features/professionals/usecases/update-photo.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * What the account was to centres: those of others go on without it; its own leaves search for good. A centre that
 * patients went to keeps its name and those of its professionals, for the histories that name them.
 */
export async function closeOwnCenter(
  tx: Tx,
  {
    userId,
    team,
    now,
    email,
  }: {
    userId: string
    /** In place of the centre's own. */
    email: string
    /** The locked professionals of the person's centre; undefined when there is none. */
    team: readonly string[] | undefined
    now: Date
  },
): Promise<void> {
  await leaveCenters(tx, { userId })
  await forgetAccount(tx, { userId })
  await forgetChecker(tx, { userId })
  if (team === undefined) return
  await forgetDocuments(tx, { centerId: userId })
  await anonymizeGuests(tx, { centerId: userId, now })
  await anonymizeAppointmentsOfGuests(tx, { centerId: userId, now })
  await queueCenterPictureRemoval(tx, { centerId: userId })
  await queuePhotoRemoval(tx, { centerId: userId })
  if (!(await dropPendingCenter(tx, { ownerId: userId }))) return
  const isRemembered = await hasHadAppointments(tx, { centerId: userId })
  const rename = (name: string) => (isRemembered ? undefined : name)
  await closeCenter(tx, { centerId: userId, email, rename: rename('Centro eliminado'), now })
  await retireTeam(tx, { centerId: userId, professionalIds: team, rename: rename('Profesional') })
}
