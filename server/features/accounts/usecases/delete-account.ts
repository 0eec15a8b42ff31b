import type { DeletionConsequences } from '#contract/accounts.ts'
import { failRequest } from '#contract/errors.ts'
import type { Actor } from '#server/api/actor.ts'
import {
  anonymizePatient,
  countForDeletion,
  hasUpcomingAppointments,
} from '#server/features/appointments/usecases/delete-patient.ts'
import { isPasswordRight } from '#server/features/auth/passwords/passwords.ts'
import { countRequest } from '#server/features/auth/protocol/limits.ts'
import { findSession, isRecentSignIn } from '#server/features/auth/sessions/sessions.ts'
import { anonymizeUser, isLastAdministrator, revokeAccess } from '#server/features/auth/usecases/delete-user.ts'
import { findUser, lockUser, type User } from '#server/features/auth/usecases/users.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
import { deletePoints } from '#server/features/loyalty/loyalty.usecases.ts'
import { deletePreferences } from '#server/features/notifications/notifications.usecases.ts'
import { lockTeam } from '#server/features/professionals/usecases/end-team.ts'
import { countReviewsBy, deleteReports } from '#server/features/reviews/reviews.usecases.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { deleteMails, deleteMailsOf, deleteSentMails, listMailsTo, queueMail } from '#server/platform/mail.ts'
import { queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../accounts.errors.ts'
import { accountDeletedMail } from '../mail/data-export.ts'
import * as deletion from '../repository/deletion.ts'
import { countDependants } from '../repository/dependants.ts'
import { firstMailAt, isOwnMail } from '../rules/own-mail.ts'
import { closeOwnCenter } from './close-own-center.ts'

/** What the centres read as the reason of the cancellations. */
const reason = 'La persona eliminó su cuenta'

type Obstacle = NonNullable<DeletionConsequences['blockedBy']>

/** What deleting the account now would do, in numbers. */
export async function readConsequences(platform: Platform, input: { userId: string }): Promise<DeletionConsequences> {
  const { db, clock } = platform
  const now = clock.now()
  const { upcoming, past } = await countForDeletion(db, { patientId: input.userId, now })
  return {
    upcomingAppointments: upcoming,
    pastAppointments: past,
    reviews: await countReviewsBy(db, input),
    dependants: await countDependants(db, input),
    blockedBy: (await findObstacle(db, { ...input, now })) ?? null,
  }
}

async function findObstacle(db: Db | Tx, input: { userId: string; now: Date }): Promise<Obstacle | undefined> {
  if (await isLastAdministrator(db, input)) return 'accounts.last_administrator'
  if (await hasUpcomingAppointments(db, { centerId: input.userId, now: input.now })) return 'accounts.center_busy'
  return undefined
}

/**
 * Ends the account for good, in one transaction: what opens it and what it says of the person goes, appointments to come
 * are cancelled, and what others depend on (past appointments, reviews) stays without a name.
 * @throws accounts.reauthentication_needed, accounts.wrong_password, accounts.last_administrator, accounts.center_busy
 */
export async function deleteAccount(
  platform: Platform,
  input: { actor: Pick<Actor, 'userId' | 'sessionId'>; currentPassword: string | null },
): Promise<void> {
  const { userId } = input.actor
  const known = await requireOwner(platform, input)
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = user && (await findSession(tx, { id: input.actor.sessionId, userId }))
    // Ended meanwhile, by a new password or from another device: whoever did that did not want this.
    if (!user || !session || user.encrypted_password !== known.encrypted_password) throw failRequest('session.missing')
    await deletion.lockProfile(tx, { userId })
    const team = (await lockCenterOf(tx, { ownerId: userId })) ? await lockTeam(tx, { centerId: userId }) : undefined
    const obstacle = await findObstacle(tx, { userId, now: platform.clock.now() })
    if (obstacle) throw fail(obstacle)
    await erase(tx, { platform, user, team })
  })
}

/** An open session alone may be a computer that was left alone. */
async function requireOwner(
  platform: Platform,
  { actor, currentPassword }: { actor: Pick<Actor, 'userId' | 'sessionId'>; currentPassword: string | null },
): Promise<User> {
  const user = await findUser(platform.db, { id: actor.userId })
  const session = await findSession(platform.db, { id: actor.sessionId, userId: actor.userId })
  if (!user || !session) throw failRequest('session.missing')
  if (currentPassword) {
    await countRequest({ platform, limit: 'passwordChange', key: user.id })
    const right = await isPasswordRight({ password: currentPassword, passwordHash: user.encrypted_password })
    if (!right) throw fail('accounts.wrong_password')
    return user
  }
  if (!isRecentSignIn({ session, now: platform.clock.now() })) throw fail('accounts.reauthentication_needed')
  return user
}

/** `team`: the professionals of the person's own centre, if there is one. */
async function erase(
  tx: Tx,
  { platform, user, team }: { platform: Platform; user: User; team: string[] | undefined },
): Promise<void> {
  const userId = user.id
  const now = platform.clock.now()
  // Before the mails of this very deletion are queued: those are to arrive.
  await forgetMails(tx, { user, ownsCenter: team !== undefined })
  const { cancelled, namedDependants } = await anonymizePatient(tx, { platform, patientId: userId, reason })
  await queueMail(tx, { platform, to: user.email, kind: accountDeletedKind, ...accountDeletedMail({ cancelled }) })

  await revokeAccess(tx, { userId, now })
  await deletePreferences(tx, { userId })
  await deletePoints(tx, { userId })
  await deleteReports(tx, { userId })
  await closeOwnCenter(tx, { userId, email: deletion.deletedAddress({ userId }), team, now })
  await deletion.anonymizeDependants(tx, { userId, named: namedDependants, now })
  await anonymizeUser(tx, { userId, now })
  await queuePictureRemoval(tx, [await deletion.anonymizeProfile(tx, { userId, now })])
}

/** The last one, which outlives the account by a day: see clearFarewells(). */
const accountDeletedKind = 'accounts.deleted'

/** Also those that were not sent yet: their links lead nowhere any more. */
async function forgetMails(tx: Tx, { user, ownsCenter }: { user: User; ownsCenter: boolean }): Promise<void> {
  const account = { emailVerifiedAt: user.email_verified_at }
  const mails = await listMailsTo(tx, { recipient: user.email, since: firstMailAt(user) })
  const own = mails.filter(({ kind }) => isOwnMail({ kind, account, ownsCenter }))
  await deleteMails(tx, { ids: own.map(({ id }) => id) })
  // To former addresses, and to those that the account was to have; what else these get may be another person's. An account
  // that never proved its address removes none of its mails: their addressee may be a stranger, who is to see what happened.
  if (user.email_verified_at !== null) await deleteMailsOf(tx, { userId: user.id })
}

/** A day after the last mail to a deleted account was sent, nothing here knows the address any more. */
export async function clearFarewells(platform: Platform): Promise<void> {
  const sentBefore = new Date(platform.clock.now().getTime() - dayMs)
  await deleteSentMails(platform.db, { kind: accountDeletedKind, sentBefore })
}
