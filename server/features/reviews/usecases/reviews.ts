import type { CenterProfile } from '#contract/centers.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { earnForReview } from '#server/features/loyalty/usecases/points.ts'
import { deleteReportsOf } from '#server/features/moderation/repository/reports.ts'
import { countReport, sendReport } from '#server/features/moderation/usecases/write-reports.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { deleteRemovedOf, isRemoved } from '../repository/review-queue.ts'
import * as repository from '../repository/reviews.ts'
import { fail } from '../reviews.errors.ts'
import { mayRespond, mayReview, respondsToReviews } from '../reviews.policy.ts'
import { isEditable, isVouchedFor, signature } from '../reviews.rules.ts'

type NewReview = { userId: string; appointmentId: string; rating: number; comment: string }

/** Stores the patient's only review of a completed appointment, and updates the ratings of the centre and the professional. */
export async function createReview(platform: Platform, { userId, appointmentId, rating, comment }: NewReview) {
  const id = newId()
  return platform.db.transaction().execute(async (tx) => {
    await repository.lockAuthor(tx, { patientId: userId })
    const appointment = await repository.findReviewableAppointment(tx, { appointmentId })
    if (!appointment || !mayReview({ userId }, appointment)) throw fail('appointments.not_found')
    if (appointment.status !== 'completed') throw fail('reviews.not_allowed')
    if (!isVouchedFor(appointment)) throw fail('reviews.not_accepted')
    if (await repository.isVisitDisputed(tx, { appointmentId })) throw fail('reviews.disputed')
    // A review that staff removed cannot be written again.
    if (await isRemoved(tx, { appointmentId })) throw fail('reviews.not_allowed')
    const { centerId, professionalId } = appointment
    await lockCenter(tx, { centerId })
    const review = { id, appointmentId, centerId, professionalId, patientId: userId, rating, comment }
    // A unique constraint refuses a second review of the appointment.
    const now = platform.clock.now()
    if (!(await repository.insertReview(tx, { ...review, now }))) throw fail('reviews.not_allowed')
    await repository.storeRatings(tx, { centerId, professionalId })
    await earnForReview(tx, { userId, appointmentId, centerId, now })
    const stored = await repository.requireReview(tx, { reviewId: id })
    await notifyCenter(tx, { platform, ...review, ...stored })
    return stored
  })
}

type Received = {
  platform: Platform
  id: string
  centerId: string
  professionalId: string
  patientId: string
  authorName: string
  professionalName: string
}

/** Without the stars and the text, which the author can still change. */
async function notifyCenter(tx: Tx, { platform, ...review }: Received): Promise<void> {
  const { id, centerId, professionalId, patientId, authorName, professionalName } = review
  const message = `${signature(authorName)} contó cómo le fue con ${professionalName}.`
  const content = { title: 'Recibiste una opinión', message, href: centerPage(centerId, 'opiniones') }
  const about = { subject: 'review', id } as const
  const entry = { event: 'reviews.received', to: { centerId, professionalId }, aboutUserId: patientId, about } as const
  await notifyUsers(tx, { platform, entries: [{ ...entry, ...content }] })
}

async function notifyAuthor(tx: Tx, { platform, reviewId }: { platform: Platform; reviewId: string }): Promise<void> {
  const review = await repository.findAuthor(tx, { reviewId })
  if (!review) return
  const { patientId: userId, appointmentId, professionalName } = review
  const message = `Ya puedes leer la respuesta a lo que contaste de ${professionalName}.`
  const href = `/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'details' })}`
  const about = { subject: 'review', id: reviewId } as const
  const content = { title: 'Respondieron tu opinión', message, href, about }
  await notifyUsers(tx, { platform, entries: [{ event: 'reviews.reply', to: { userId }, ...content }] })
}

/**
 * Updates the author's review and the ratings.
 * @throws reviews.not_found, reviews.no_longer_editable
 */
export async function updateReview(platform: Platform, { userId, appointmentId, rating, comment }: NewReview) {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const found = await repository.findReviewOf(tx, { patientId: userId, appointmentId })
    if (!found) throw fail('reviews.not_found')
    await lockCenter(tx, found)
    // Staff may have removed it before the centre was locked.
    const review = await repository.findReviewOf(tx, { patientId: userId, appointmentId })
    if (!review) throw fail('reviews.not_found')
    if (!isEditable({ ...review, now })) throw fail('reviews.no_longer_editable')
    await repository.setReview(tx, { reviewId: review.id, rating, comment })
    await repository.storeRatings(tx, review)
    return repository.requireReview(tx, { reviewId: review.id })
  })
}

type OfOwnReview = { userId: string; centerId: string; reviewId: string }

/** Stores the centre's only reply, which every visitor sees below the review. @throws reviews.already_replied, reviews.closed_by_staff */
export async function replyToReview(platform: Platform, { text, ...request }: OfOwnReview & { text: string }) {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireResponder(tx, request)
    const now = platform.clock.now()
    if (!(await reachesPatients(tx, { ...request, now }))) throw fail('reviews.closed_by_staff')
    if (!(await repository.setReply(tx, { reviewId: request.reviewId, text, repliedBy: request.userId, now })))
      throw fail('reviews.already_replied')
    await notifyAuthor(tx, { platform, reviewId: request.reviewId })
    return { member, review: await requireOwnReview(tx, request), isOpen: true }
  })
}

/** Reports a review to staff. A second report replaces the reason. */
export async function reportReview(platform: Platform, { reason, ...request }: OfOwnReview & { reason: string }) {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireResponder(tx, request)
    const now = platform.clock.now()
    const { centerId, reviewId: subjectId, userId: reportedBy } = request
    await sendReport(tx, { kind: 'review', subjectId, centerId, reportedBy, reason, now })
    return { member, review: await requireOwnReview(tx, request), isOpen: await reachesPatients(tx, { centerId, now }) }
  })
}

/** Reports a published review for any signed-in user. @throws reviews.not_found, reviews.own_review */
export async function reportAsReader(
  platform: Platform,
  { userId, reviewId, reason }: { userId: string; reviewId: string; reason: string },
): Promise<void> {
  await countReport(platform, { userId })
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const review = await repository.findPublished(tx, { reviewId })
    if (!review) throw fail('reviews.not_found')
    if (review.patientId === userId) throw fail('reviews.own_review')
    await sendReport(tx, { kind: 'review', subjectId: reviewId, centerId: null, reportedBy: userId, reason, now })
  })
}

/** @throws reviews.not_found when the member does not see the review, centers.owner_only when they may not respond to it */
async function requireResponder(tx: Tx, { userId, centerId, reviewId }: OfOwnReview): Promise<Member> {
  const member = await requireMember(tx, { centerId, userId })
  const review = await repository.findOwnReview(tx, { centerId, reviewId, ...agendaScope(member) })
  if (!review) throw fail('reviews.not_found')
  if (!mayRespond(member, review)) throw fail('centers.owner_only')
  return member
}

/** The number of reviews that wait for the member's reply; zero for a member who may not reply. */
export async function countReviewsToReply(db: Db, { member }: { member: Member }): Promise<number> {
  if (!respondsToReviews(member)) return 0
  return repository.countWithoutReply(db, { centerId: member.centerId, ...agendaScope(member) })
}

async function requireOwnReview(tx: Tx, input: { centerId: string; reviewId: string }) {
  const review = await repository.findOwnReview(tx, input)
  if (!review) throw fail('reviews.not_found')
  return review
}

export async function countReviewsByStars(
  db: Db,
  { centerId }: { centerId: string },
): Promise<Pick<CenterProfile, 'reviewsByStars' | 'publishedReviews'>> {
  const rows = await repository.countByRating(db, { centerId })
  const counted = new Map(rows.map((row) => [row.stars, row.counted]))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = [1, 2, 3, 4, 5].map((stars) => counted.get(stars) ?? 0)
  const publishedReviews = rows.reduce((sum, { published }) => sum + published, 0)
  return { reviewsByStars: { one, two, three, four, five }, publishedReviews }
}

/**
 * Deletes the reports, the answers and the removed reviews of an account that is deleted. Its replies stay, because they
 * belong to the centre.
 */
export async function deleteReports(tx: Tx, input: { userId: string }): Promise<void> {
  await deleteReportsOf(tx, input)
  await deleteRemovedOf(tx, input)
}

export async function countReviewsBy(db: Db | Tx, { userId }: { userId: string }): Promise<number> {
  return repository.countReviewsOfPatient(db, { patientId: userId })
}
