import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'
import { ownCenter, ownersBusiness } from './own-center.ts'

export const reviews: ForeignRows<'reviews'> = {
  'reviews.create': (platform) =>
    ownAppointment(platform, { status: 'completed', input: { rating: 5, comment: 'Muy buena atención.' } }),
  'reviews.ofCenter': (platform) => ownCenter(platform, {}),
  'reviews.reply': (platform) => aboutReview(platform, { text: 'Gracias por venir.' }),
  'reviews.report': (platform) => aboutReview(platform, { reason: 'No fue a la consulta.' }),
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
