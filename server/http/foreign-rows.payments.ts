import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { createReview } from '#server/features/reviews/reviews.usecases.ts'
import { buildAccount, buildAppointment, buildCenter, buildMember } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, RouteName } from './foreign-rows.cases.ts'
import { actorOf } from './test-server.ts'

const period = { from: '2026-11-01', to: '2026-11-30' }

/** What a centre earns, the opinions about it, and the calendars of who works there. */
export const foreignRowsOfPayments: Partial<Record<RouteName, (platform: TestPlatform) => Promise<ForeignRow>>> = {
  'payments.revenue': (platform) => ownersBusiness(platform, period),
  'payments.revenueCsv': (platform) => ownersBusiness(platform, period),
  'payments.commissions': (platform) => ownersBusiness(platform, {}),
  'reviews.ofCenter': (platform) => ownCenter(platform, {}),
  'reviews.reply': (platform) => aboutReview(platform, { text: 'Gracias por venir.' }),
  'reviews.report': (platform) => aboutReview(platform, { reason: 'No fue a la consulta.' }),
  'calendarFeeds.list': (platform) => ownCenter(platform, {}),
  'calendarFeeds.create': (platform) => ownCenter(platform, { professionalId: null }),
  'calendarFeeds.remove': ownFeed,
}

/** A centre where somebody was. */
async function ownCenter(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { appointmentId, centerId, patientId } = await buildAppointment(platform, { status: 'completed' })
  await createReview(platform, { actor: { userId: patientId }, appointmentId, rating: 4, comment: 'Muy bien' })
  const staff = async () => (await buildAccount(platform)).userId
  return {
    input: { centerId, ...input },
    owner: actorOf(['center'], centerId),
    strangers: {
      'its patient': actorOf(['patient'], patientId),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      'a moderator': actorOf(['moderator'], await staff()),
      'an administrator': actorOf(['admin'], await staff()),
    },
  }
}

async function ownersBusiness(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const row = await ownCenter(platform, input)
  return { ...row, strangers: { ...row.strangers, 'its reception': await reception(platform, row) } }
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

async function ownFeed(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownCenter(platform, {})
  const centerId = String(row.input.centerId)
  const { feed } = await createFeed(platform, { actor: { userId: centerId }, centerId, professionalId: null })
  return { ...row, input: { centerId, feedId: feed.id } }
}

async function reception(platform: TestPlatform, { input }: ForeignRow) {
  const { userId } = await buildMember(platform, { centerId: String(input.centerId), role: 'reception' })
  return actorOf(['patient'], userId)
}
