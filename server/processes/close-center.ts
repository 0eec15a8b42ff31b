import {
  anonymizeAppointmentsOfGuests,
  hasHadAppointments,
} from '#server/features/appointments/repository/of-center.ts'
import { sendNoticesOfGuests } from '#server/features/appointments/usecases/send-notice.ts'
import { deleteChangesOf } from '#server/features/centers/repository/center-changes.ts'
import { anonymizeChecker } from '#server/features/centers/repository/checks.ts'
import { closeCenter } from '#server/features/centers/repository/of-owner.ts'
import { deactivateTeam, unlinkClosedAccount } from '#server/features/centers/repository/professionals.ts'
import {
  deletePendingCenter,
  leaveCenters,
  notifyMembersOfClosing,
} from '#server/features/centers/usecases/close-center.ts'
import { deleteDocuments } from '#server/features/centers/usecases/delete-documents.ts'
import { queuePhotoRemoval } from '#server/features/centers/usecases/update-photo.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { keepIdentitiesOfGuests } from '#server/features/clinical-records/usecases/keep-identities.ts'
import { deleteFactsOfCenter } from '#server/features/contacts/repository/facts.ts'
import { anonymizeGuests, lockGuestsForDeletion } from '#server/features/contacts/repository/guests.ts'
import { deleteMerged } from '#server/features/contacts/repository/merges.ts'
import { deleteOfCenter as deleteTaxData } from '#server/features/invoicing/repository/tax-data.ts'
import { deleteOffersOf } from '#server/features/packages/repository/offers.ts'
import { closeAccounts } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { closePromotions } from '#server/features/promotions/repository/promotions.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * Removes the account from the teams that it belongs to, and closes its own centre. A centre that has had appointments
 * keeps its name and its professionals' names, for the histories that contain them.
 */
export async function closeOwnCenter(
  tx: Tx,
  {
    platform,
    userId,
    team,
    now,
    email,
  }: {
    platform: Platform
    userId: string
    /** Replaces the centre's address. */
    email: string
    /** The locked professionals of the user's centre; undefined when the user has no centre. */
    team: readonly string[] | undefined
    now: Date
  },
): Promise<void> {
  await notifyMembersOfClosing(tx, { platform, ownerId: userId })
  await leaveCenters(tx, { userId })
  await unlinkClosedAccount(tx, { userId })
  await anonymizeChecker(tx, { userId })
  if (team === undefined) return
  await closePromotions(tx, { centerId: userId })
  await deleteOffersOf(tx, { centerId: userId })
  await deleteDocuments(tx, { centerId: userId })
  await deleteTaxData(tx, { centerId: userId })
  await closeAccounts(tx, { centerId: userId, now })
  await deleteChangesOf(tx, { centerId: userId })
  await sendNoticesOfGuests(tx, platform, { centerId: userId })
  await lockGuestsForDeletion(tx, { centerId: userId })
  await keepIdentitiesOfGuests(tx, { platform, centerId: userId, guestId: undefined })
  await deleteMerged(tx, { centerId: userId })
  await anonymizeGuests(tx, { centerId: userId, now })
  await deleteFactsOfCenter(tx, { centerId: userId })
  await anonymizeAppointmentsOfGuests(tx, { centerId: userId, now })
  await queueCenterPictureRemoval(tx, { centerId: userId })
  await queuePhotoRemoval(tx, { centerId: userId })
  if (!(await deletePendingCenter(tx, { ownerId: userId }))) return
  const isRemembered = await hasHadAppointments(tx, { centerId: userId })
  const rename = (name: string) => (isRemembered ? undefined : name)
  await closeCenter(tx, { centerId: userId, email, rename: rename('Centro eliminado'), now })
  await deactivateTeam(tx, { centerId: userId, professionalIds: team, rename: rename('Profesional') })
}
