import { sql } from 'kysely'

import type { Db } from '#server/platform/postgres/database.ts'

/** The open ones, the newest use first. Refreshing is a use. */
export async function listSessions(db: Db, { userId, now }: { userId: string; now: Date }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at'])
    .select(sql<Date>`greatest(last_used_at, refreshed_at)`.as('last_used_at'))
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', now)]))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @returns false when the person has no such session. */
export async function endSession(
  db: Db,
  { sessionId, userId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Notes that a session is in use, unless that was noted after `before`. */
export async function touchSession(
  db: Db,
  { now, sessionId, before }: { sessionId: string; now: Date; before: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('last_used_at', '<=', before)
    .execute()
}
