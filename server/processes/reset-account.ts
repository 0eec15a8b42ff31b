import { deleteExports, resetDependants } from '#server/features/accounts/repository/deletion.ts'
import { countDependants } from '#server/features/accounts/repository/dependants.ts'
import { countForDeletion } from '#server/features/appointments/usecases/anonymize-patient.ts'
import { deleteAppointmentsOfGuests } from '#server/features/appointments/usecases/appointments-of-guests.ts'
import type { AccountResets, AccountUse } from '#server/features/auth/links/account-resets.ts'
import { insertAccountRows } from '#server/features/auth/repository/new-accounts.ts'
import { resetProfile } from '#server/features/auth/repository/profiles.ts'
import { setUserType } from '#server/features/auth/repository/registration.ts'
import { listStaffRolesOf } from '#server/features/auth/repository/roles.ts'
import { resetUnverifiedRows } from '#server/features/auth/repository/unverified.ts'
import { requireFullName, type User } from '#server/features/auth/repository/users.ts'
import { metadataOf, profileOf } from '#server/features/auth/rules/metadata.ts'
import { removeOtherMembers } from '#server/features/centers/repository/access.ts'
import { lockUnapprovedCenter, ownsCenter } from '#server/features/centers/repository/of-owner.ts'
import { unlinkOthers } from '#server/features/centers/repository/professionals.ts'
import { deletePendingCenter } from '#server/features/centers/usecases/close-center.ts'
import { deleteUnusedTeam } from '#server/features/centers/usecases/close-team.ts'
import { deleteDocuments } from '#server/features/centers/usecases/delete-documents.ts'
import { queuePhotoRemoval } from '#server/features/centers/usecases/update-photo.ts'
import { queueCenterPictureRemoval } from '#server/features/centers/usecases/update-pictures.ts'
import { deleteTaxDataOf } from '#server/features/checkouts/usecases/delete-tax-data.ts'
import { endConsents } from '#server/features/clinical-records/usecases/decide-consent.ts'
import { keepPersons } from '#server/features/clinical-records/usecases/persons-of-records.ts'
import { deletePrivateNotes } from '#server/features/clinical-records/usecases/private-notes.ts'
import { deleteFactsOfCenter, deleteFactsOfPatient } from '#server/features/contacts/repository/facts.ts'
import { deleteGuests } from '#server/features/contacts/repository/guests.ts'
import { deleteFavorites } from '#server/features/favorites/favorites.repository.ts'
import { deleteOfCenter } from '#server/features/invoicing/repository/tax-data.ts'
import { deleteNotificationData } from '#server/features/notifications/usecases/preferences.ts'
import { closePromotions } from '#server/features/promotions/repository/promotions.ts'
import { deleteRequests } from '#server/features/support/support.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnrecognizedAccount, lockForDeletion } from './delete-account.ts'

/**
 * The owner of the address says that another person created the account. That person's account is deleted as if they had done
 * it, and the address gets a new, empty one: what a centre keeps of a visit that took place then belongs to an account that
 * opens no more, and never to the owner. Roles that staff granted belong to the address. The caller holds the lock on the
 * account.
 * @returns the id of the account that the address has now: the same one while a centre that staff approved depends on it
 */
export async function replaceUnrecognizedAccount(
  tx: Tx,
  { platform, user, now }: { platform: Platform; user: User; now: Date },
): Promise<string> {
  const { id: formerId, email } = user
  // The locks of a deletion, before the centre's rows. deleteUnrecognizedAccount() reads the team again, as some of it is gone then.
  await lockForDeletion(tx, { userId: formerId })
  if (!(await deleteUnrecognizedCenter(tx, { centerId: formerId, now }))) {
    await resetUnverifiedAccount(tx, { platform, userId: formerId, now })
    return formerId
  }
  const roles = await listStaffRolesOf(tx, { userId: formerId })
  await deleteUnrecognizedAccount(tx, { platform, user })
  const account = { userId: newId(), email, metadata: metadataOf(''), userType: 'patient', passwordHash: null } as const
  const isInserted = await insertAccountRows(tx, {
    ...account,
    roles: ['patient', ...roles],
    profile: profileOf(account.metadata),
    acceptances: [],
    verified: false,
    autoconfirm: false,
    registrationPending: true,
    now,
  })
  if (!isInserted) throw new Error('the address of a deleted account is not free')
  return account.userId
}

/**
 * Resets an account when the owner of its address verifies it for the first time. A stranger may have created the
 * account in order to share it, so its data and the other members of its centre are removed, and the registration starts
 * again. The centre stays, because describing it may have taken the owner an hour. The caller holds the lock on the account.
 */
export async function resetUnverifiedAccount(
  tx: Tx,
  { platform, ...input }: { platform: Pick<Platform, 'clock' | 'recordKeys'>; userId: string; now: Date },
): Promise<void> {
  const { userId } = input
  // Before the name is deleted: what was written about the person who attended is not about the owner of the address.
  const before = { fullName: await requireFullName(tx, input), birthDate: null }
  await keepPersons(tx, { platform, attendeeId: userId, before })
  await resetUnverifiedRows(tx, { ...input, metadata: metadataOf('') })
  // Before the dependants are deleted.
  await endConsents(tx, { patientId: userId, now: input.now })
  await deletePrivateNotes(tx, { userId })
  await deleteExports(tx, input)
  await queuePictureRemoval(tx, [await resetProfile(tx, input)])
  await resetDependants(tx, input)
  await deleteNotificationData(tx, input)
  await deleteRequests(tx, input)
  await deleteFavorites(tx, input)
  await deleteTaxDataOf(tx, input)
  await deleteFactsOfPatient(tx, { patientId: userId })
  const keepsCenter = await deletePendingCenter(tx, { ownerId: userId })
  if (keepsCenter) {
    await removeOtherMembers(tx, { centerId: userId, now: input.now })
    await unlinkOthers(tx, { centerId: userId })
  }
  await setUserType(tx, { ...input, userType: keepsCenter ? 'center' : 'patient' })
}

/**
 * The address's owner says that a stranger registered this centre. Deletes everything that the stranger entered, so that the
 * owner does not receive other people's data. Keeps a centre that staff approved, as patients may depend on it.
 * @returns false when it keeps the centre
 */
async function deleteUnrecognizedCenter(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<boolean> {
  if (!(await lockUnapprovedCenter(tx, { centerId }))) return !(await ownsCenter(tx, { ownerId: centerId }))
  await removeOtherMembers(tx, { centerId, now })
  await closePromotions(tx, { centerId })
  await deleteDocuments(tx, { centerId })
  await deleteOfCenter(tx, { centerId })
  await queueCenterPictureRemoval(tx, { centerId })
  await queuePhotoRemoval(tx, { centerId })
  await deleteAppointmentsOfGuests(tx, { centerId })
  await deleteGuests(tx, { centerId })
  await deleteFactsOfCenter(tx, { centerId })
  await deleteUnusedTeam(tx, { centerId })
  return true
}

/** What replaceUnrecognizedAccount() would delete or cancel. The page behind the link names it before it happens. */
async function readUse(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<AccountUse> {
  const { upcoming, past } = await countForDeletion(tx, { patientId: userId, now })
  return {
    upcomingAppointments: upcoming,
    pastAppointments: past,
    dependants: await countDependants(tx, { userId }),
    ownsCenter: await lockUnapprovedCenter(tx, { centerId: userId }),
  }
}

/** What the authentication service calls when the owner of an address proves it. */
export const accountResets: AccountResets = { readUse, replaceUnrecognizedAccount, resetUnverifiedAccount }
