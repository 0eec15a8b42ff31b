import { api, requireActor, withUserId } from '#server/api/procedures.ts'

import { fail } from '../auth.errors.ts'
import { deleteSession, listSessions } from '../repository/sessions.ts'
import { describeDevice } from '../rules/devices.ts'

export const sessionsRoutes = {
  list: api.sessions.list.handler(async ({ context }) => {
    const { userId, sessionId } = requireActor(context)
    const { db, clock } = context.platform
    const items = (await listSessions(db, { userId, now: clock.now() })).map((session) => ({
      id: session.id,
      isCurrent: session.id === sessionId,
      ...describeDevice(session.user_agent),
      address: session.ip,
      createdAt: session.created_at,
      lastUsedAt: session.last_used_at,
    }))
    return { items: items.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) }
  }),

  end: api.sessions.end.handler(async ({ input, context }) => {
    const ended = await deleteSession(context.platform.db, withUserId(context, input))
    if (!ended) throw fail('sessions.not_found')
    return { ended: true as const }
  }),
}
