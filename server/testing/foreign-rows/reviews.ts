import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { listActionsOfAuthor } from '#server/features/reviews/repository/review-queue.ts'
import { reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { buildAccount } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'
import { ownCenter, ownersBusiness } from './own-center.ts'

export const reviews: ForeignRows<'reviews'> = {
  'reviews.create': (platform) =>
    ownAppointment(platform, { status: 'completed', input: { rating: 5, comment: 'Muy buena atención.' } }),
  'reviews.update': reviewOfOwner,
  'reviews.ofCenter': (platform) => ownCenter(platform, {}),
  'reviews.reply': (platform) => aboutReview(platform, { text: 'Gracias por venir.' }),
  'reviews.report': (platform) => aboutReview(platform, { reason: 'No fue a la consulta.' }),
  'reviews.answerAction': actionOnReview,
}

async function reviewOfOwner(platform: TestPlatform): Promise<ForeignRow> {
  const input = { rating: 5, comment: 'Muy buena atención.' }
  const row = await ownAppointment(platform, { status: 'completed', input })
  const appointmentId = String(row.input.appointmentId)
  await createReview(platform, { userId: row.owner.userId, appointmentId, rating: 1, comment: '' })
  return row
}

/** A warning about a review, which only its author may answer. */
async function actionOnReview(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownAppointment(platform, { status: 'completed', input: {} })
  const { userId } = row.owner
  const appointmentId = String(row.input.appointmentId)
  const { id: reviewId } = await createReview(platform, { userId, appointmentId, rating: 1, comment: '' })
  const { userId: staffId } = await buildAccount(platform)
  const actor = { userId: staffId, roles: ['moderator'] as const }
  const targets = [{ id: reviewId, lastActionId: null }]
  await actOnEach(platform, reviewActions.warn, { actor, targets, reason: 'Sin insultos.' })
  const [action] = await listActionsOfAuthor(platform.db, { userId })
  return { ...row, input: { actionId: action?.actionId, text: 'Entendido.' } }
}

async function aboutReview(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const row = await ownersBusiness(platform, input)
  const review = await platform.db
    .selectFrom('reviews')
    .select('id')
    .where('center_id', '=', String(row.input.centerId))
    .executeTakeFirstOrThrow()
  return { ...row, input: { ...row.input, reviewId: review.id } }
}
