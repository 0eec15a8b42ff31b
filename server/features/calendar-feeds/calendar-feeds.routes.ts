import { requireMember } from '#server/features/centers/centers.usecases.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import * as repository from './calendar-feeds.repository.ts'
import { createFeed, removeFeed } from './calendar-feeds.usecases.ts'

export const calendarFeedsRoutes = {
  list: api.calendarFeeds.list.handler(async ({ input: { centerId }, context }) => {
    const { db } = context.platform
    const { userId } = requireActor(context)
    await requireMember(db, { centerId, userId })
    return { items: (await repository.listFeeds(db, { userId, centerId })).map(present) }
  }),

  create: api.calendarFeeds.create.handler(async ({ input, context }) => {
    const { feed, url } = await createFeed(context.platform, { actor: requireActor(context), ...input })
    return { feed: present(feed), url }
  }),

  remove: api.calendarFeeds.remove.handler(async ({ input, context }) => ({
    removed: await removeFeed(context.platform, { actor: requireActor(context), ...input }),
  })),
}

type FeedRow = Awaited<ReturnType<typeof repository.requireFeed>>

function present({ createdAt, ...feed }: FeedRow) {
  return { ...feed, createdAt: createdAt.toISOString() }
}
