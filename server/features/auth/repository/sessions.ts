import { type RawBuilder, type Selectable, sql } from 'kysely'

import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Sessions } from '#server/platform/postgres/schema.gen.ts'

export type Session = Selectable<Sessions>
const columns = [
  'aal',
  'aal2_counter',
  'amr',
  'created_at',
  'id',
  'ip',
  'last_used_at',
  'not_after',
  'refresh_counter',
  'refresh_key',
  'refreshed_at',
  'user_agent',
  'user_id',
] as const satisfies (keyof Sessions)[]
type OfUser = { userId: string }
type NewSession = OfUser & {
  id: string
  /** The value is JSON text. */
  amr: string
  refreshKey: Buffer
  userAgent: string | null
  address: string | null
  now: Date
}

/** @returns undefined when there is no such user. */
export async function insertSession(tx: Tx, input: NewSession): Promise<Session | undefined> {
  return (await insertWithoutPassword(tx, input))[0]
}

/** Like insertSession, but only while the user's password still has this hash. */
export async function insertSessionByPassword(
  db: Db,
  input: NewSession & { passwordHash: string | null },
): Promise<Session | undefined> {
  return (await insertByPassword(db, input))[0]
}

const insertWithoutPassword = builtOnce((_, input: NewSession) => insertSessionQuery(input, sql`true`))

const insertByPassword = builtOnce((_, input: NewSession & { passwordHash: string | null }) =>
  insertSessionQuery(input, sql`encrypted_password = ${input.passwordHash}`),
)

function insertSessionQuery(
  { id, userId, amr, refreshKey, userAgent, address, now }: NewSession,
  hasSamePassword: RawBuilder<unknown>,
): RawBuilder<Session> {
  return sql<Session>`
    with signed_in as (
      update users set last_sign_in_at = ${now} where id = ${userId} and ${hasSamePassword}
      returning id as user_id, last_sign_in_at as at)
    insert into sessions (id, user_id, amr, refresh_key, refreshed_at, last_used_at, created_at, user_agent, ip)
    select ${id}, user_id, ${amr}, ${refreshKey}, at, at, at, ${userAgent}, ${address}
    from signed_in
    returning id, user_id, aal, amr, refresh_key, refresh_counter, refreshed_at, last_used_at, not_after, user_agent, ip,
      created_at, aal2_counter`
}

export async function findSession(db: Db | Tx, { id, userId }: OfUser & { id: string }): Promise<Session | undefined> {
  return db.selectFrom('sessions').select(columns).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** Serialises refreshes and second factors of one session. */
export async function lockSession(tx: Tx, { id }: { id: string }): Promise<Session | undefined> {
  return tx.selectFrom('sessions').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The open sessions, the most recently used first. A refresh is a use. */
export async function listSessions(db: Db, { userId, now }: OfUser & { now: Date }) {
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

/** Records that a session is in use, unless that was recorded after `before`. */
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

/** `counter`: the number of the refresh token that is active from now on. */
export async function setRefreshCounter(
  tx: Tx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  await tx.updateTable('sessions').set({ refresh_counter: counter, refreshed_at: now }).where('id', '=', id).execute()
}

/** `amr` is JSON. `aal2From`: the number of the first refresh token after the second factor. */
export async function raiseSession(
  tx: Tx,
  { id, amr, counter, aal2From, now }: { id: string; amr: string; counter: number; aal2From: number; now: Date },
): Promise<Session> {
  return tx
    .updateTable('sessions')
    .set({ aal: 'aal2', amr, refresh_counter: counter, aal2_counter: aal2From, refreshed_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Removes the second factor from the level and the `amr` of all sessions of the user. */
export async function lowerSessions(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      aal: 'aal1',
      aal2_counter: null,
      amr: sql`(select coalesce(jsonb_agg(proof), '[]') from jsonb_array_elements(amr) proof where proof->>'method' <> 'totp')`,
    })
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal2')
    .execute()
}

/** @returns false when the user has no such session. */
export async function deleteSession(
  db: Db | Tx,
  { sessionId, userId }: OfUser & { sessionId: string },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteOtherSessions(
  db: Db | Tx,
  { userId, sessionId }: OfUser & { sessionId: string },
): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute()
}

/** Deletes the user's sessions without a second factor, except this one. */
export async function deleteSessionsWithoutSecondFactor(
  tx: Tx,
  { userId, except }: OfUser & { except: string },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .where('aal', '=', 'aal1')
    .execute()
}

export async function deleteAllSessions(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
