import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownCenter } from './own-center.ts'

export const calendarFeeds: ForeignRows<'calendarFeeds'> = {
  'calendarFeeds.list': (platform) => ownCenter(platform, {}),
  'calendarFeeds.create': (platform) => ownCenter(platform, { professionalId: null }),
  'calendarFeeds.remove': ownFeed,
}

async function ownFeed(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownCenter(platform, {})
  const centerId = String(row.input.centerId)
  const { feed } = await createFeed(platform, { userId: centerId, centerId, professionalId: null })
  return { ...row, input: { centerId, feedId: feed.id } }
}
