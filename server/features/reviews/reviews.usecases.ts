import type { CenterProfile } from '#contract/centers.ts'
import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from './reviews.errors.ts'
import { mayReview } from './reviews.policy.ts'
import * as repository from './reviews.repository.ts'

type NewReview = { actor: { userId: string }; appointmentId: string; rating: number; comment: string }

/** Rates an own completed consultation, once. The counters of centre and professional follow in the same transaction. */
export async function createReview(platform: Platform, { actor, appointmentId, rating, comment }: NewReview) {
  const id = newId()
  return platform.db.transaction().execute(async (tx) => {
    const appointment = await repository.getReviewableAppointment(tx, { appointmentId })
    if (!appointment || !mayReview(actor, appointment)) throw fail('appointments.not_found')
    if (appointment.status !== 'completed') throw fail('reviews.not_allowed')
    const { centerId, professionalId } = appointment
    await lockCenter(tx, { centerId })
    const review = { id, appointmentId, centerId, professionalId, patientId: actor.userId, rating, comment }
    // Whether it was rated before is the database's to say.
    if (!(await repository.insertReview(tx, { ...review, now: platform.clock.now() })))
      throw fail('reviews.not_allowed')
    await repository.refreshRatings(tx, { centerId, professionalId })
    return repository.requireReview(tx, { reviewId: id })
  })
}

export async function countReviewsByStars(
  { db }: Platform,
  { centerId }: { centerId: string },
): Promise<CenterProfile['reviewsByStars']> {
  const counts = await repository.countByRating(db, { centerId })
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0)
  return { one, two, three, four, five }
}

export type ExportedReview = Awaited<ReturnType<typeof exportReviews>>[number]

/** What a person takes along of the reviews that they wrote. */
export async function exportReviews(db: Db | Tx, o: { userId: string }) {
  return repository.listReviewsOfPatient(db, { patientId: o.userId })
}

export async function countReviewsBy(db: Db | Tx, o: { userId: string }): Promise<number> {
  return repository.countReviewsOfPatient(db, { patientId: o.userId })
}
