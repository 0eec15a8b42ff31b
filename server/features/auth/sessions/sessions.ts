import { randomBytes } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, runPrepared, type Tx } from '#server/platform/postgres/database.ts'
import type { Sessions } from '#server/platform/postgres/schema.gen.ts'

import type { Method } from '../auth.types.ts'
import type { AuthRequest } from '../endpoints/endpoint.ts'
import { deleteWaysToSignIn } from '../mails/one-time-tokens.ts'
import { lockUser } from '../repository/users.ts'

export type Session = Selectable<Sessions>

/** So soon after signing in nobody is asked again who they are. */
const recentMs = 15 * 60_000

/**
 * Whether the person proved who they are in this session just now. Refreshing proves nothing, and neither does a second
 * factor alone: whoever came upon an open session could enrol one of their own.
 */
export function isRecentSignIn({ session, now }: { session: Pick<Session, 'amr'>; now: Date }): boolean {
  const proofs = session.amr as { method: Method; timestamp: number }[]
  return proofs.some(({ method, timestamp }) => method !== 'totp' && now.getTime() - timestamp * 1000 <= recentMs)
}

/** Shown to the account's owner beside each of their sessions. */
export type Device = { userAgent: string | null; address: string | null }

export function deviceOf({ c }: AuthRequest): Device {
  return { userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null, address: c.var.address }
}

type NewSession = { userId: string; method: Method; device: Device; now: Date }

/** Opens a session; its user has signed in. */
export async function createSession(tx: Tx, input: NewSession): Promise<Session> {
  const { rows } = await insertSession(input).execute(tx)
  const [session] = rows
  if (!session) throw new Error('a session is wanted for an account that does not exist')
  return session
}

/**
 * As createSession, while the password still has this hash. One that was changed meanwhile has ended all sessions, and the
 * account's row, which both of them write, lets none be opened after that.
 */
export async function createSessionByPassword(
  { db, pool }: Pick<Platform, 'db' | 'pool'>,
  input: Omit<NewSession, 'method'> & { passwordHash: string | null },
): Promise<Session | undefined> {
  const query = insertSession({ ...input, method: 'password' }).compile(db)
  const [session] = await runPrepared(pool, { name: 'accounts.create-session-by-password', query })
  return session
}

function insertSession({
  now,
  device,
  method,
  passwordHash,
  userId,
}: NewSession & { passwordHash?: string | null }): RawBuilder<Session> {
  const amr = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  const unchanged = passwordHash === undefined ? sql`true` : sql`encrypted_password = ${passwordHash}`
  return sql<Session>`
    with signed_in as (
      update users set last_sign_in_at = ${now} where id = ${userId} and ${unchanged}
      returning id as user_id, last_sign_in_at as at)
    insert into sessions (id, user_id, amr, refresh_key, refreshed_at, last_used_at, created_at, user_agent, ip)
    select ${newId()}, user_id, ${amr}, ${randomBytes(32)}, at, at, at, ${device.userAgent}, ${device.address}
    from signed_in
    returning id, user_id, aal, amr, refresh_key, refresh_counter, refreshed_at, last_used_at, not_after, user_agent, ip,
      created_at, aal2_counter`
}

export async function findSession(
  db: Db | Tx,
  { id, userId }: { id: string; userId: string },
): Promise<Session | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

export const signOutScopes = ['global', 'local', 'others'] as const
type SignOutScope = (typeof signOutScopes)[number]

/** global: all of the person's sessions, and what could open another; local: this one; others: all but this one. */
export async function endSessions(
  db: Db | Tx,
  { scope, userId, sessionId }: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  if (scope === 'global') return inTransaction(db, (tx) => endAllSessions(tx, userId))
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', scope === 'local' ? '=' : '!=', sessionId)
    .execute()
}

/** With them goes what was mailed to sign in, and what a browser could still exchange for a session. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  // A link that somebody is following in this moment is over with, or its session ends below.
  await lockUser(tx, userId)
  await deleteWaysToSignIn(tx, userId)
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

async function inTransaction(db: Db | Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  if (db.isTransaction) return work(db as Tx)
  return db.transaction().execute(work)
}
