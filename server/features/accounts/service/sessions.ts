import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'

import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Sessions } from '#server/platform/postgres/schema.gen.ts'

import type { ServiceRequest } from './endpoint.ts'

export type Session = Selectable<Sessions>

/** How somebody proved who they are, as the access token's `amr` names it. */
export type Method = 'password' | 'recovery' | 'email/signup' | 'email_change' | 'magiclink' | 'invite'

/** Shown to the account's owner beside each of their sessions. */
export type Device = { userAgent: string | null; address: string | null }

export function deviceOf({ c }: ServiceRequest): Device {
  return { userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null, address: c.var.address }
}

/** Opens a session; its user has signed in. */
export async function createSession(
  tx: Tx,
  o: { userId: string; method: Method; device: Device; now: Date },
): Promise<Session> {
  const { userId, now } = o
  const timestamp = Math.floor(now.getTime() / 1000)
  await tx.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', userId).execute()
  return tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      amr: JSON.stringify([{ method: o.method, timestamp }]),
      refresh_key: randomBytes(32),
      refreshed_at: now,
      user_agent: o.device.userAgent,
      ip: o.device.address,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findSession(db: Db | Tx, o: { id: string; userId: string }): Promise<Session | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', o.id).where('user_id', '=', o.userId).executeTakeFirst()
}

export const signOutScopes = ['global', 'local', 'others'] as const
type SignOutScope = (typeof signOutScopes)[number]

/** global: all of the person's sessions; local: this one; others: all but this one. */
export async function endSessions(
  db: Db | Tx,
  o: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  if (o.scope === 'global') return endAllSessions(db, o.userId)
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', o.userId)
    .where('id', o.scope === 'local' ? '=' : '!=', o.sessionId)
    .execute()
}

export async function endAllSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
