import { type RawBuilder, sql } from 'kysely'
import { hashSecret } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfAddress = { email: string; centerId: string }
type OfVisitor = { visitorId: string }

/** Waits for an account that is proving the address, which gets the visitor's conversations (claim_visitors() in the database). */
export async function lockAddress(tx: Tx, { email }: { email: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('visitor ' || ${email}::text, 0))`.execute(tx)
}

/** The account that has proved the address, unless it works at the centre. */
export async function findProvenAccount(tx: Db | Tx, { email, centerId }: OfAddress): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('center_members')
            .select('user_id')
            .whereRef('center_members.user_id', '=', 'users.id')
            .where('center_members.center_id', '=', centerId),
        ),
      ),
    )
    .select('id')
    .executeTakeFirst()
  return row?.id
}

export async function findVisitor(tx: Tx, { email, centerId }: OfAddress) {
  return tx
    .selectFrom('visitors')
    .where('email', '=', email)
    .where('center_id', '=', centerId)
    .select(['id', 'blocked_at as blockedAt'])
    .executeTakeFirst()
}

export async function insertVisitor(
  tx: Tx,
  { visitorId, email, centerId, now }: OfAddress & OfVisitor & { now: Date },
) {
  await tx.insertInto('visitors').values({ id: visitorId, email, center_id: centerId, created_at: now }).execute()
}

export async function insertLink(
  tx: Tx,
  { visitorId, token, expiresAt }: OfVisitor & { token: string; expiresAt: Date },
) {
  await tx
    .insertInto('visitor_links')
    .values({ token_hash: hashSecret(token), visitor_id: visitorId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

export type LinkedVisitor = {
  visitorId: string
  conversationId: string
  centerId: string
  email: string
  name: string
  expiresAt: Date
  /** The centre has blocked the visitor. */
  isBlocked: boolean
}

export async function findLinked(
  db: Db | Tx,
  { token, now }: { token: string; now: Date },
): Promise<LinkedVisitor | undefined> {
  return db
    .selectFrom('visitor_links')
    .innerJoin('visitors', 'visitors.id', 'visitor_links.visitor_id')
    .innerJoin('profiles', 'profiles.id', 'visitors.id')
    .innerJoin('conversations', 'conversations.patient_id', 'visitors.id')
    .where('visitor_links.token_hash', '=', hashSecret(token))
    .where('visitor_links.expires_at', '>', now)
    .select([
      'visitors.id as visitorId',
      'conversations.id as conversationId',
      'visitors.center_id as centerId',
      'visitors.email',
      'profiles.full_name as name',
      'visitor_links.expires_at as expiresAt',
    ])
    .select((eb) => eb('conversations.center_blocked_at', 'is not', null).$castTo<boolean>().as('isBlocked'))
    .executeTakeFirst()
}

/** The visitor of a conversation, locked against a second mail. Undefined once an account has taken the conversation over. */
export async function lockVisitorOf(tx: Tx, { conversationId }: { conversationId: string }) {
  return tx
    .selectFrom('visitors')
    .innerJoin('conversations', 'conversations.patient_id', 'visitors.id')
    .where('conversations.id', '=', conversationId)
    .select(['visitors.id as visitorId', 'visitors.email', 'visitors.mailed_number as mailedNumber'])
    .forUpdate('visitors')
    .executeTakeFirst()
}

export async function setMailedNumber(tx: Tx, { visitorId, number }: OfVisitor & { number: number }): Promise<void> {
  await tx.updateTable('visitors').set({ mailed_number: number }).where('id', '=', visitorId).execute()
}

const hasOpenReport = (conversationId: RawBuilder<unknown>) => sql`exists (select from messages
  join reports on reports.kind = 'message' and reports.subject_id = messages.id and reports.closed_at is null
  where messages.conversation_id = ${conversationId})`

/** Whether staff have yet to decide about a message of the conversation, which has to stay until then. */
export async function isUnderReview(tx: Tx, { conversationId }: { conversationId: string }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${hasOpenReport(sql`${conversationId}::uuid`)} as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** Keeps only the address of a visitor whom the centre has blocked, without a link. The caller deletes the name and the conversation. */
export async function keepBlocked(tx: Tx, { visitorId }: OfVisitor): Promise<void> {
  await tx.deleteFrom('visitor_links').where('visitor_id', '=', visitorId).execute()
  await sql`update visitors set blocked_at = center_blocked_at from conversations
    where visitors.id = ${visitorId} and conversations.patient_id = visitors.id`.execute(tx)
}

export async function deleteExpiredLinks(db: Db, { now }: { now: Date }): Promise<void> {
  await db.deleteFrom('visitor_links').where('expires_at', '<=', now).execute()
}

/** Waits for a message that is being stored in the visitor's conversation, and keeps later ones out. */
export async function lockConversationOf(tx: Tx, { visitorId }: OfVisitor): Promise<void> {
  await tx.selectFrom('conversations').where('patient_id', '=', visitorId).select('id').forUpdate().execute()
}

/** Visitors, or the given one, in whose conversation nothing was written since then, unless a report of it waits for staff. */
export async function listQuietVisitors(
  db: Db | Tx,
  { before, limit, visitorId }: { before: Date; limit: number; visitorId?: string },
): Promise<(OfVisitor & OfAddress)[]> {
  return db
    .selectFrom('visitors')
    .leftJoin('conversations', 'conversations.patient_id', 'visitors.id')
    .where((eb) =>
      eb.or([
        eb('conversations.updated_at', '<', before),
        eb.and([
          eb('conversations.id', 'is', null),
          eb(eb.fn.coalesce('blocked_at', 'visitors.created_at'), '<', before),
        ]),
      ]),
    )
    .where(sql<boolean>`not ${hasOpenReport(sql`conversations.id`)}`)
    .$if(visitorId !== undefined, (query) => query.where('visitors.id', '=', visitorId ?? ''))
    .select(['visitors.id as visitorId', 'visitors.email', 'visitors.center_id as centerId'])
    .limit(limit)
    .execute()
}
