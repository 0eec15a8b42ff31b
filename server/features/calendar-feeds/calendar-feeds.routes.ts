import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import * as repository from './calendar-feeds.repository.ts'
import { createFeed, removeFeed } from './calendar-feeds.usecases.ts'

export const calendarFeedsRoutes = {
  list: api.calendarFeeds.list.handler(async ({ input, context }) => {
    const { db } = context.platform
    const member = withUserId(context, input)
    await requireMember(db, member)
    return { items: await repository.listFeeds(db, member) }
  }),

  create: api.calendarFeeds.create.handler(({ input, context }) => {
    const { userId, sessionId } = requireActor(context)
    return createFeed(context.platform, { ...input, userId, sessionId })
  }),

  remove: api.calendarFeeds.remove.handler(async ({ input, context }) => ({
    removed: await removeFeed(context.platform, withUserId(context, input)),
  })),
}
