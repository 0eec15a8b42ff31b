import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { countUnread, type NotificationRow } from './repository/notifications.ts'
import { deleteSubscription } from './repository/push.ts'
import { listPreferences, setPreference } from './usecases/preferences.ts'
import { checkSubscription, renewSubscription, requirePushKeys, subscribe } from './usecases/push-subscriptions.ts'
import { listNotifications, markAllRead, markRead } from './usecases/read-notifications.ts'

const pageSize = 20

export const notificationsRoutes = {
  list: api.notifications.list.handler(async ({ input, context }) => {
    const { only, limit = pageSize, cursor } = input
    const request = withUserId(context, { onlyUnread: only === 'unread', limit, after: readCursor(cursor) })
    const rows = await listNotifications(context.platform, request)
    const page = pageOf(rows, {
      limit,
      cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }),
      present,
    })
    return { ...page, ...(await unread(context)) }
  }),

  unread: api.notifications.unread.handler(({ context }) => unread(context)),

  markRead: api.notifications.markRead.handler(async ({ input, context }) => {
    await markRead(context.platform, withUserId(context, input))
    return unread(context)
  }),

  markAllRead: api.notifications.markAllRead.handler(async ({ input, context }) => {
    await markAllRead(context.platform, withUserId(context, { upTo: new Date(input.upTo) }))
    return unread(context)
  }),

  preferences: api.notifications.preferences.handler(async ({ context }) => ({
    items: await listPreferences(context.platform, withUserId(context, {})),
  })),

  setPreference: api.notifications.setPreference.handler(async ({ input, context }) => {
    await setPreference(context.platform, withUserId(context, input))
    return { items: await listPreferences(context.platform, withUserId(context, {})) }
  }),

  pushKey: api.notifications.pushKey.handler(async ({ context }) => {
    const { publicKey } = await requirePushKeys(context.platform)
    return { publicKey }
  }),

  subscribe: api.notifications.subscribe.handler(async ({ input, context }) => ({
    isSubscribed: await subscribe(context.platform, withSession(context, input)),
  })),

  renewSubscription: api.notifications.renewSubscription.handler(async ({ input, context }) => ({
    isSubscribed: await renewSubscription(context.platform, input),
  })),

  checkSubscription: api.notifications.checkSubscription.handler(async ({ input, context }) => ({
    isSubscribed: await checkSubscription(context.platform, withSession(context, input)),
  })),

  unsubscribe: api.notifications.unsubscribe.handler(async ({ input, context }) => {
    await deleteSubscription(context.platform.db, withUserId(context, input))
    return { isSubscribed: false } as const
  }),
}

function withSession<Input extends object>(context: RequestContext, input: Input) {
  const { userId, sessionId } = requireActor(context)
  return { ...input, userId, sessionId }
}

async function unread(context: RequestContext): Promise<{ unread: number }> {
  return { unread: await countUnread(context.platform.db, withUserId(context, {})) }
}

function present({ createdAt, readAt, ...row }: NotificationRow) {
  return { ...row, timestamp: createdAt, read: readAt !== null }
}
