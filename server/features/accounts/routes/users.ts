import type { UserPage, UserRow } from '#contract/users.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { listSessions } from '#server/features/auth/repository/sessions.ts'
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
    const now = clock.now()
    const filters = { text: text || undefined, role, status, order }
    const [exact, rows] = await Promise.all([
      exactFirst && text ? repository.listUsersNamed(db, { text, limit, now }) : undefined,
      repository.listUsers(db, { ...filters, limit: limit + 1, after: readCursor(cursor), now }),
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
    const now = clock.now()
    const [row, activity, sessions, actions] = await Promise.all([
      repository.findUserRow(db, { userId, now }),
      repository.readActivity(db, { userId, now }),
      listSessions(db, { userId, now }),
      listActionsOf(context.platform, { targetType: 'user', targetId: userId, limit: shownActions }),
    ])
    if (!row || !activity) throw fail('accounts.not_found')
    return presentUserPage({ row, activity, sessions, actions, actor: requireActor(context) })
  }),

  points: api.users.points.handler(async ({ input, context }) => {
    const {
      movements,
      expiresAt: _end,
      ...balance
    } = await readPointsOf(context.platform, {
      ...input,
      actor: requireActor(context),
    })
    return { ...balance, movements: movements.map(({ at, ...movement }) => ({ ...movement, at: at.toISOString() })) }
  }),

  correctPoints: api.users.correctPoints.handler(async ({ input, context }) =>
    correctPoints(context.platform, { ...input, actor: requireActor(context) }),
  ),
}

function presentUser(row: repository.UserRow, { actor }: { actor: Moderator }): UserRow {
  return {
    ...row,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    can: userAbilities({ actor, user: { ...row, userId: row.id } }),
  }
}

type UserPageInput = {
  row: repository.UserRow
  activity: NonNullable<Awaited<ReturnType<typeof repository.readActivity>>>
  sessions: Awaited<ReturnType<typeof listSessions>>
  actions: Awaited<ReturnType<typeof listActionsOf>>
  actor: Moderator
}

function presentUserPage({ row, activity, sessions, actions, actor }: UserPageInput): UserPage {
  const { phone, emailConfirmed, hasSecondFactor, lastSignInAt, centerName, upcoming, past, cancelled } = activity
  return {
    user: presentUser(row, { actor }),
    phone,
    emailConfirmed,
    hasSecondFactor,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    center: centerName === null ? null : { id: row.id, name: centerName },
    appointments: { upcoming, past, cancelled },
    reviews: activity.reviews,
    reports: activity.reports,
    reportedMessages: activity.reportedMessages,
    sessions: sessions.map((session) => ({
      id: session.id,
      userAgent: session.user_agent,
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
    })),
    actions: actions.map((action) => presentAction(action, { actor })),
  }
}
