import { failRequest } from '#contract/errors.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { fail } from '#server/features/accounts/accounts.errors.ts'
import { accountDeletedMail } from '#server/features/accounts/mail/account-deleted.ts'
import * as deletion from '#server/features/accounts/repository/deletion.ts'
import {
  anonymizePatient,
  type CancelledByDeletion,
  lockUpcoming,
} from '#server/features/appointments/usecases/anonymize-patient.ts'
import { isPasswordRight } from '#server/features/auth/passwords/passwords.ts'
import { countRequest } from '#server/features/auth/protocol/limits.ts'
import { lockAdministrators } from '#server/features/auth/repository/administrators.ts'
import { anonymizeUserRow } from '#server/features/auth/repository/deletion.ts'
import { anonymizeProfile, deletedAddress } from '#server/features/auth/repository/profiles.ts'
import { findSession } from '#server/features/auth/repository/sessions.ts'
import { deleteSignInMethods } from '#server/features/auth/repository/sign-in-methods.ts'
import { findUser, lockUser, type User } from '#server/features/auth/repository/users.ts'
import { firstMailAt, isOwnMail } from '#server/features/auth/rules/own-mail.ts'
import { isRecentSignIn } from '#server/features/auth/sessions/sessions.ts'
import { lockTeam } from '#server/features/centers/repository/professionals.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
import { deleteTaxDataOf } from '#server/features/checkouts/usecases/delete-tax-data.ts'
import { endConsents } from '#server/features/clinical-records/usecases/decide-consent.ts'
import { keepIdentities } from '#server/features/clinical-records/usecases/keep-identities.ts'
import { deletePrivateNotes } from '#server/features/clinical-records/usecases/private-notes.ts'
import { deleteFactsOfPatient } from '#server/features/contacts/repository/facts.ts'
import {
  deleteConversations,
  deleteOwnQuestions,
} from '#server/features/conversations/usecases/delete-conversations.ts'
import { deleteFavorites } from '#server/features/favorites/favorites.repository.ts'
import { deletePoints } from '#server/features/loyalty/usecases/points.ts'
import { deleteNotificationData } from '#server/features/notifications/usecases/preferences.ts'
import { refundCredits } from '#server/features/payments/usecases/refund-online.ts'
import { releaseReservations } from '#server/features/promotions/usecases/discounts.ts'
import { deleteReports } from '#server/features/reviews/usecases/reviews.ts'
import { deleteRequests } from '#server/features/support/support.usecases.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteMails, deleteMailsOf, deleteSentMails, listMailsTo } from '#server/platform/stored-mails.ts'
import { requireTerms } from '#server/platform/version.ts'
import { closeOwnCenter } from './close-center.ts'
import { findObstacle, readConsequences, readCosts, termsOf } from './read-deletion-consequences.ts'

export const deleteAccountRoutes = {
  accounts: {
    deletionConsequences: api.accounts.deletionConsequences.handler(({ context }) =>
      readConsequences(context.platform, withUserId(context, {})),
    ),

    deleteAccount: api.accounts.deleteAccount.handler(async ({ input, context }) => {
      await deleteAccount(context.platform, { ...input, actor: requireActor(context) })
      return { deleted: true as const }
    }),
  },
}

/** The cancellation reasons that the centres read. */
const reasons = {
  deleted: 'La persona eliminó su cuenta',
  unrecognized: 'El correo de la cuenta era de otra persona',
}

/**
 * Deletes the account in one transaction: its sign-in methods and personal data are deleted, its future appointments are
 * cancelled, and what other users depend on (past appointments, reviews) stays without a name.
 * `terms` are those that its owner read.
 * @throws accounts.reauthentication_needed, accounts.wrong_password, accounts.last_administrator, accounts.center_busy,
 *   accounts.center_has_packages, accounts.center_owes, request.terms_changed
 */
export async function deleteAccount(
  platform: Platform,
  input: { actor: Pick<Actor, 'userId' | 'sessionId'>; currentPassword: string | null; terms?: string },
): Promise<void> {
  const { userId } = input.actor
  const known = await requireOwner(platform, input)
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = user && (await findSession(tx, { id: input.actor.sessionId, userId }))
    // A new password or a sign-out on another device ended this session in the meantime; its user did not want a deletion.
    if (!user || !session || user.encrypted_password !== known.encrypted_password) throw failRequest('session.missing')
    const team = await lockForDeletion(tx, { userId })
    const now = platform.clock.now()
    const obstacle = await findObstacle(tx, { userId, now })
    if (obstacle) throw fail(obstacle)
    await lockUpcoming(tx, { patientId: userId, now })
    requireTerms({ seen: input.terms, current: termsOf(await readCosts(tx, { userId, now })) })
    // Before this deletion queues its own mails, which must arrive.
    await deleteOwnMails(tx, { user, ownsCenter: team !== undefined })
    const appointments = { platform, userId, reason: reasons.deleted, now }
    const { cancelled, namedDependants } = await cancelAppointments(tx, appointments)
    // Before the account loses its address: a mail to a proven address is never withheld.
    await queueMail(tx, { platform, to: user.email, kind: accountDeletedKind, ...accountDeletedMail({ cancelled }) })
    await deletePersonalData(tx, { platform, user, team, namedDependants, now })
  })
}

/**
 * Deletes the account of a person who signed up with an address that belongs to another person. It mails nothing to the
 * address, and deletes none of its mails, as neither concerns its owner. The caller holds the lock on the account.
 */
export async function deleteUnrecognizedAccount(
  tx: Tx,
  { platform, user }: { platform: Platform; user: User },
): Promise<void> {
  const team = await lockForDeletion(tx, { userId: user.id })
  const now = platform.clock.now()
  const appointments = { platform, userId: user.id, reason: reasons.unrecognized, now }
  const { namedDependants } = await cancelAppointments(tx, appointments)
  await deletePersonalData(tx, { platform, user, team, namedDependants, now })
}

/** Locks what the deletion changes, after the user. @returns the professionals of the user's own centre, if they have one */
export async function lockForDeletion(tx: Tx, { userId }: { userId: string }): Promise<string[] | undefined> {
  await deletion.lockProfile(tx, { userId })
  await lockAdministrators(tx, { userId })
  return (await lockCenterOf(tx, { ownerId: userId })) ? lockTeam(tx, { centerId: userId }) : undefined
}

/**
 * An open session alone proves nothing: it may be on an unattended computer, and a sign-in, too, may be some minutes ago. Only an account
 * without a password proves itself with a recent sign-in, which includes its second factor.
 */
async function requireOwner(
  platform: Platform,
  { actor, currentPassword }: { actor: Pick<Actor, 'userId' | 'sessionId'>; currentPassword: string | null },
): Promise<User> {
  const user = await findUser(platform.db, { id: actor.userId })
  const session = await findSession(platform.db, { id: actor.sessionId, userId: actor.userId })
  if (!user || !session) throw failRequest('session.missing')
  if (currentPassword) {
    await countRequest({ platform, limit: 'passwordChange', key: user.id })
    const isRight = await isPasswordRight({ password: currentPassword, passwordHash: user.encrypted_password })
    if (!isRight) throw fail('accounts.wrong_password')
    return user
  }
  const hasPassword = user.encrypted_password !== null && user.encrypted_password !== ''
  if (hasPassword || !isRecentSignIn({ session, now: platform.clock.now() }))
    throw fail('accounts.reauthentication_needed')
  return user
}

/** @returns the appointments that it cancelled, and the dependants that keep a row */
async function cancelAppointments(
  tx: Tx,
  { platform, userId, reason, now }: { platform: Platform; userId: string; reason: string; now: Date },
): Promise<{ cancelled: CancelledByDeletion[]; namedDependants: string[] }> {
  const patient = await anonymizePatient(tx, { platform, patientId: userId, reason, now })
  await refundCredits(tx, { patientId: userId, now })
  return patient
}

type PersonalData = {
  platform: Platform
  user: User
  /** The professionals of the user's own centre, if they have one. */
  team: string[] | undefined
  namedDependants: readonly string[]
  now: Date
}

async function deletePersonalData(tx: Tx, { platform, user, team, namedDependants, now }: PersonalData): Promise<void> {
  const userId = user.id
  // Before the names of the patient and of the dependants are deleted.
  await keepIdentities(tx, { platform, patientId: userId })
  await endConsents(tx, { patientId: userId, now })
  await deletePrivateNotes(tx, { userId })
  await deleteSignInMethods(tx, { userId, now })
  await deleteNotificationData(tx, { userId })
  await deleteConversations(tx, { patientId: userId })
  if (user.email_verified_at !== null) await deleteOwnQuestions(tx, { email: user.email })
  await releaseReservations(tx, { userId, now })
  await deleteReports(tx, { userId })
  await deleteRequests(tx, { userId })
  await deleteFavorites(tx, { userId })
  await deleteTaxDataOf(tx, { userId })
  await deleteFactsOfPatient(tx, { patientId: userId })
  await closeOwnCenter(tx, { platform, userId, email: deletedAddress({ userId }), team, now })
  await deletion.anonymizeDependants(tx, { userId, namedIds: namedDependants, now })
  await anonymizeUserRow(tx, { userId, now })
  await deletion.deleteExports(tx, { userId })
  await queuePictureRemoval(tx, [await anonymizeProfile(tx, { userId, now })])
  // The ledger's rows can be deleted only with their account, which is deleted now.
  await deletePoints(tx, { userId })
}

/** The last mail, which outlives the account by a day: see purgeDeletionMails(). */
const accountDeletedKind = 'accounts.deleted'

/** Also deletes mails that are still queued, as their links no longer lead anywhere. */
async function deleteOwnMails(tx: Tx, { user, ownsCenter }: { user: User; ownsCenter: boolean }): Promise<void> {
  const account = { emailVerifiedAt: user.email_verified_at }
  const since = firstMailAt({ createdAt: user.created_at, emailMovedAt: user.email_moved_at })
  const mails = await listMailsTo(tx, { recipient: user.email, since })
  const ownMails = mails.filter(({ kind }) => isOwnMail({ kind, account, ownsCenter }))
  await deleteMails(tx, { ids: ownMails.map(({ id }) => id) })
  // The account's mails to former and to intended addresses; other mails to these may belong to another user. An account
  // that never proved its address deletes none of its mails: the addressee may be a stranger, who must see what happened.
  if (user.email_verified_at !== null) await deleteMailsOf(tx, { userId: user.id })
}

/** Deletes the last mail to a deleted account a day after it was sent, and with it the address. */
export async function purgeDeletionMails(platform: Platform): Promise<void> {
  const sentBefore = new Date(platform.clock.now().getTime() - dayMs)
  await deleteSentMails(platform.db, { kind: accountDeletedKind, sentBefore })
}
