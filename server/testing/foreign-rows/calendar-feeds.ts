import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownCenter } from './own-center.ts'

export const calendarFeeds: ForeignRows<'calendarFeeds'> = {
  'calendarFeeds.list': (platform) => ownCenter(platform, {}),
  'calendarFeeds.create': newFeed,
  'calendarFeeds.remove': ownFeed,
}

async function newFeed(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownCenter(platform, { professionalId: null })
  const { id: sessionId } = await openSession(platform, row.owner.userId)
  return { ...row, owner: { ...row.owner, sessionId } }
}

async function ownFeed(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownCenter(platform, {})
  const centerId = String(row.input.centerId)
  const { id: sessionId } = await openSession(platform, centerId)
  const { feed } = await createFeed(platform, { userId: centerId, sessionId, centerId, professionalId: null })
  return { ...row, input: { centerId, feedId: feed.id } }
}
