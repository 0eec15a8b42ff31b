import { api, requireActor } from '#server/api/procedures.ts'
import { listSessions } from '#server/features/auth/repository/sessions.ts'
import { describeDevice } from '#server/features/auth/rules/devices.ts'
import { presentAction } from '#server/features/moderation/routes/present-action.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { fail } from '../accounts.errors.ts'
import { userAbilities } from '../accounts.policy.ts'
import * as repository from '../repository/users.ts'
import { correctPoints, readPointsOf } from '../usecases/correct-points.ts'
import type { Moderator } from '../usecases/lock-user-row.ts'

const pageSize = 50
const shownActions = 50

export const usersRoutes = {
  list: api.users.list.handler(async ({ input, context }) => {
    const { text = '', role, status, order = 'newest', exactFirst, limit = pageSize, cursor } = input
    const actor = requireActor(context)
    const { db, clock } = context.platform
    const viewed = { staffId: actor.userId, now: clock.now() }
    const filters = { text: text || undefined, role, status, order }
    const [exact, rows] = await Promise.all([
      exactFirst && text ? repository.listUsersNamed(db, { text, limit, ...viewed }) : undefined,
      repository.listUsers(db, { ...filters, limit: limit + 1, after: readCursor(cursor), ...viewed }),
    ])
    if (exact) {
      const all = new Map([...exact, ...rows].map((row) => [row.id, row]))
      return { items: [...all.values()].slice(0, limit).map((row) => presentUser(row, { actor })), nextCursor: null }
    }
    const cursorOf = ({ createdAt, id }: repository.UserRow) => writeCursor({ at: createdAt, id })
    return pageOf(rows, { limit, cursorOf, present: (row) => presentUser(row, { actor }) })
  }),

  get: api.users.get.handler(async ({ input, context }) => {
    const { userId } = input
    const { db, clock } = context.platform
    const actor = requireActor(context)
    const now = clock.now()
    const [row, activity, sessions, actions] = await Promise.all([
      repository.findUserRow(db, { userId, staffId: actor.userId, now }),
      repository.readActivity(db, { userId, now }),
      listSessions(db, { userId, now }),
      listActionsOf(context.platform, { targetType: 'user', targetId: userId, limit: shownActions }),
    ])
    if (!row || !activity) throw fail('accounts.not_found')
    const { centerName, upcoming, past, cancelled } = activity
    return {
      ...activity,
      user: presentUser(row, { actor }),
      center: centerName === null ? null : { id: userId, name: centerName },
      appointments: { upcoming, past, cancelled },
      sessions: sessions.map((session) => ({
        id: session.id,
        device: describeDevice(session.user_agent).device,
        createdAt: session.created_at,
        lastUsedAt: session.last_used_at,
      })),
      actions: actions.map((action) => presentAction(action, { actor })),
    }
  }),

  points: api.users.points.handler(({ input, context }) =>
    readPointsOf(context.platform, { ...input, actor: requireActor(context) }),
  ),

  correctPoints: api.users.correctPoints.handler(async ({ input, context }) =>
    correctPoints(context.platform, { ...input, actor: requireActor(context) }),
  ),
}

function presentUser(row: repository.UserRow, { actor }: { actor: Moderator }) {
  return { ...row, can: userAbilities({ actor, user: { ...row, userId: row.id } }) }
}
