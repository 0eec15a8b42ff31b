import { type RawBuilder, sql } from 'kysely'
import type { ConversationSide } from '#contract/conversations.ts'
import type { QueueView } from '#contract/report-kinds.ts'
import type { QueueMessage } from '#contract/reports.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

export type QueuedMessage = {
  id: string
  conversationId: string
  number: number
  centerId: string
  centerName: string
  patientName: string
  senderType: ConversationSide
  authorId: string
  authorName: string
  /** Null when the account was deleted, and for a visitor without one. */
  authorEmail: string | null
  isAuthorVisitor: boolean
  authorRemoved: number
  authorWarnings: number
  isAuthorStaff: boolean
  /** Whether the member of staff is the patient, or works at the centre. */
  isOwn: boolean
  content: string
  createdAt: Date
  removedAt: Date | null
  shared: QueueMessage['shared']
  reports: QueueMessage['reports']
  waitingSince: Date | null
  lastActionId: string | null
}

const isoText = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const shared = sql`
  select json_agg(json_build_object('number', around.number, 'senderType', around.sender_type,
      'senderName', sender.full_name, 'content', around.content, 'createdAt', ${isoText('around.created_at')},
      'isReported', around.number = message.number) order by around.number)
  from messages around join profiles sender on sender.id = around.sender_id
  where around.conversation_id = message.conversation_id and around.number between
    (select min(shared_from) from reports where kind = 'message' and subject_id = message.id)
    and (select max(shared_to) from reports where kind = 'message' and subject_id = message.id)`

const reports = sql`
  select coalesce(json_agg(json_build_object('reason', reports.reason, 'at', ${isoText('reports.created_at')},
      'reporterName', case when reporter.status <> 'deleted' then reporter.full_name end,
      'isByCenter', reports.center_id is not null, 'isOpen', closed_at is null) order by reports.created_at desc), '[]')
  from reports left join profiles reporter on reporter.id = reported_by
  where kind = 'message' and subject_id = message.id`

/** Counts the actions of a type that are in effect on the author's messages. */
const actionsOfAuthor = (type: 'delete' | 'warn') => sql`
  select count(*)::int from moderation_actions action
  where action.target_type = 'message' and action.concerns_id = author.id and action.action_type = ${type}
    and not exists (select from moderation_actions undo where undo.undoes = action.id)`

/** `from`: a query that returns the `id` and the sort `key` of each message of a page. */
function queued(from: RawBuilder<unknown>, { staffId, order }: { staffId: string; order: RawBuilder<unknown> }) {
  return sql<QueuedMessage>`
    with page as materialized (${from})
    select message.id, message.conversation_id as "conversationId", message.number,
      conversations.center_id as "centerId", center_profiles.center_name as "centerName",
      patients.full_name as "patientName", message.sender_type as "senderType",
      author.id as "authorId", author.full_name as "authorName",
      case when author.status <> 'deleted' and visitors.id is null then author.email end as "authorEmail",
      visitors.id is not null as "isAuthorVisitor",
      (${actionsOfAuthor('delete')}) as "authorRemoved", (${actionsOfAuthor('warn')}) as "authorWarnings",
      exists (select from user_roles where user_id = author.id and role in ('admin', 'moderator')) as "isAuthorStaff",
      (conversations.patient_id = ${staffId}::uuid or exists (select from center_members
        where center_members.center_id = conversations.center_id and user_id = ${staffId}::uuid)) as "isOwn",
      message.content, message.created_at as "createdAt", message.removed_at as "removedAt",
      coalesce((${shared}), '[]') as shared, (${reports}) as reports,
      (select min(created_at) from reports
        where kind = 'message' and subject_id = message.id and closed_at is null) as "waitingSince",
      (select id from moderation_actions where target_type = 'message' and target_id = message.id
        order by sequence desc limit 1) as "lastActionId"
    from page join messages message on message.id = page.id
    join conversations on conversations.id = message.conversation_id
    join center_profiles on center_profiles.id = conversations.center_id
    join profiles patients on patients.id = conversations.patient_id
    join profiles author on author.id = message.sender_id
    left join visitors on visitors.id = author.id
    order by ${order}`
}

export async function lockQueued(
  tx: Tx,
  { messageId, staffId }: { messageId: string; staffId: string },
): Promise<QueuedMessage | undefined> {
  await tx.selectFrom('messages').where('id', '=', messageId).select('id').forUpdate().execute()
  const one = sql`select ${messageId}::uuid as id, null::timestamptz as key`
  const { rows } = await queued(one, { staffId, order: sql`key` }).execute(tx)
  return rows[0]
}

type Page = { view: QueueView; text: string | undefined; staffId: string; limit: number; after: Position | undefined }

/** A page of the queue: reported messages by their oldest open report, removed messages with the last removal first. */
export async function listQueued(db: Db, { view, text, staffId, limit, after }: Page): Promise<QueuedMessage[]> {
  const isDescending = view !== 'reported'
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const beyond = after
    ? sql`(key, id) ${sql.raw(isDescending ? '<' : '>')} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const { rows } = await queued(
    sql`select id, key from (${listedIn({ view, text })}) as listed where ${beyond}
      order by key ${direction}, id ${direction} limit ${limit}`,
    { staffId, order: sql`key ${direction}, message.id ${direction}` },
  ).execute(db)
  return rows
}

/** The number of messages in a view of the queue, at most `limit` + 1. */
export async function countQueued(
  db: Db,
  { view, text, limit }: Pick<Page, 'view' | 'text' | 'limit'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from (${listedIn({ view, text })}) as listed limit ${limit + 1}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Staff read only reported messages, so no view shows all messages. */
const sources: Record<QueueView, RawBuilder<unknown>> = {
  reported: sql`select subject_id as id, min(created_at) as key from reports
    where kind = 'message' and closed_at is null group by subject_id`,
  reviews: sql`select id, created_at as key from messages where false`,
  removed: sql`select id, removed_at as key from messages where removed_at is not null`,
}

/** A text searches only the messages of the view. */
function listedIn({ view, text }: Pick<Page, 'view' | 'text'>): RawBuilder<unknown> {
  if (!text) return sources[view]
  const pattern = sql`fold(${containing(text)})`
  return sql`select view.id, view.key from (${sources[view]}) as view
    join messages on messages.id = view.id
    join conversations on conversations.id = messages.conversation_id
    join center_profiles on center_profiles.id = conversations.center_id
    join profiles author on author.id = messages.sender_id
    where fold(center_name) like ${pattern} or fold(messages.content) like ${pattern}
      or author.status <> 'deleted' and fold(author.full_name) || ' ' || fold(author.email) like ${pattern}`
}

/** Hides the message's text, or shows it again. */
export async function setRemovedAt(
  tx: Tx,
  { messageId, removedAt }: { messageId: string; removedAt: Date | null },
): Promise<void> {
  await tx.updateTable('messages').set({ removed_at: removedAt }).where('id', '=', messageId).execute()
}

/** Notifies the live streams of both sides that a message was removed or restored. */
export async function announceChange(
  tx: Tx,
  { conversationId, number }: { conversationId: string; number: number },
): Promise<void> {
  await sql`
    select notify_live(topic, 'conversation', conversations.id::text, json_build_object('lastNumber', last_number,
      'patientRead', patient_read_number, 'centerRead', center_read_number, 'changedNumber', ${number}::integer))
    from conversations, unnest(array['user:' || patient_id, 'desk:' || center_id]) as topic
    where conversations.id = ${conversationId}`.execute(tx)
}

/** The user's reports of messages, oldest first. */
export async function listReportsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('reports')
    .leftJoin('messages', 'messages.id', 'reports.subject_id')
    .leftJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .leftJoin('center_profiles', 'center_profiles.id', 'conversations.center_id')
    .where('reports.kind', '=', 'message')
    .where('reports.reported_by', '=', userId)
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .select(['reports.created_at as createdAt', 'center_profiles.center_name as centerName', 'reports.reason'])
    .execute()
}

/** The actions in effect on the user's messages, oldest first. */
export async function listActionsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('moderation_actions as action')
    .where('action.target_type', '=', 'message')
    .where('action.concerns_id', '=', userId)
    .where('action.action_type', 'in', ['delete', 'warn'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('moderation_actions as undo').whereRef('undo.undoes', '=', 'action.id').select('undo.id'),
        ),
      ),
    )
    .orderBy('action.sequence')
    .select(['action.created_at as createdAt', 'action.action_type as actionType', 'action.reason'])
    .execute()
}
