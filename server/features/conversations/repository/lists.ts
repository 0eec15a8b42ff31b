import { sql } from 'kysely'
import type { ConversationSide } from '#contract/conversations.ts'
import type { Position } from '#server/platform/cursor.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { type ConversationRow, columns, type FlatRow, nestAccounts, parties } from './conversations.ts'

type LastMessage = {
  number: number
  sender_type: ConversationSide
  sender_id: string
  excerpt: string
  is_removed: boolean
  created_at: Date
}

export type ListedRow = ConversationRow & { side: ConversationSide; last: LastMessage | null; unread: number }

type ListPage = {
  userId: string
  /** Also those that the user has as a patient. */
  withOwn: boolean
  centerIds: readonly string[]
  /** A `like` pattern for the folded name of the other side. */
  name: string | null
  after: Position | undefined
  limit: number
}

/** A user's latest conversations as a patient and for centres, read from an index for each side and centre. */
export async function listConversations(db: Db | Tx, { after, ...input }: ListPage): Promise<ListedRow[]> {
  const rows = await listQuery(db, { ...input, at: after?.at ?? null, id: after?.id ?? null })
  return rows.map((row) => ({ ...nestAccounts(row), side: row.side, last: row.last, unread: row.unread }))
}

export async function findListed(
  db: Db | Tx,
  input: { conversationId: string; side: ConversationSide },
): Promise<ListedRow | undefined> {
  const [row] = await oneListedQuery(db, input)
  return row && { ...nestAccounts(row), side: row.side, last: row.last, unread: row.unread }
}

const lastMessageAndUnread = sql.raw(`
  left join lateral (
    select json_build_object('number', number, 'sender_type', sender_type, 'sender_id', sender_id,
      'excerpt', case when removed_at is null then left(content, 200) else '' end,
      'is_removed', removed_at is not null, 'created_at', created_at) as message
    from messages where conversation_id = conversations.id and number = conversations.last_number
  ) as newest on true
  cross join lateral (
    select count(*)::int as unread from (
      select from messages
      where conversation_id = conversations.id and sender_type <> viewed.side
        and number > case viewed.side when 'patient' then patient_read_number else center_read_number end
      limit 100) as each
  ) as counted`)

type Values = Omit<ListPage, 'after'> & { at: Date | null; id: string | null }

const listQuery = builtOnce(
  (_, { userId, withOwn, centerIds, name, at, id, limit }: Values) => sql<
    FlatRow & Pick<ListedRow, 'side' | 'last' | 'unread'>
  >`
    with viewed as (
      (select conversations.id, 'patient' as side, conversations.updated_at
      from conversations join center_profiles on center_profiles.id = conversations.center_id
      where ${withOwn} and conversations.patient_id = ${userId} and (last_number > 0 or started_by <> 'center')
        and (${at}::timestamptz is null or conversations.updated_at <= ${at}
          and (conversations.updated_at < ${at} or conversations.id > ${id}::uuid))
        and (${name}::text is null or fold(center_name) like ${name})
      order by conversations.updated_at desc, conversations.id limit ${limit})
      union all
      select found.* from unnest(${centerIds}::uuid[]) as own(center_id) cross join lateral (
        select conversations.id, 'center' as side, conversations.updated_at
        from conversations join profiles on profiles.id = conversations.patient_id
        where conversations.center_id = own.center_id and (last_number > 0 or started_by <> 'patient')
          and (${at}::timestamptz is null or conversations.updated_at <= ${at}
            and (conversations.updated_at < ${at} or conversations.id > ${id}::uuid))
          and (${name}::text is null or fold(full_name) like ${name})
        order by conversations.updated_at desc, conversations.id limit ${limit}) as found
    )
    select ${columns}, viewed.side, newest.message as last, counted.unread
    from (select * from viewed order by updated_at desc, id limit ${limit}) as viewed
    join conversations on conversations.id = viewed.id ${parties} ${lastMessageAndUnread}
    order by viewed.updated_at desc, viewed.id`,
)

const oneListedQuery = builtOnce(
  (_, { conversationId, side }: { conversationId: string; side: string }) => sql<
    FlatRow & Pick<ListedRow, 'side' | 'last' | 'unread'>
  >`
    select ${columns}, viewed.side, newest.message as last, counted.unread
    from (select ${conversationId}::uuid as id, ${side}::text as side) as viewed
    join conversations on conversations.id = viewed.id ${parties} ${lastMessageAndUnread}`,
)

export type UnreadCounts = { own: number; centers: { centerId: string; count: number }[] }

/** In how many conversations there are unread messages: the user's own, and those of each centre; each count at most 100. */
export async function countUnread(
  db: Db | Tx,
  input: { userId: string; centerIds: readonly string[] },
): Promise<UnreadCounts> {
  const [row] = await countQuery(db, input)
  return { own: row?.own ?? 0, centers: row?.centers ?? [] }
}

/** Sending raises the sender's read number, so a lower number means unread messages of the other side. */
const countQuery = builtOnce(
  (_, { userId, centerIds }: { userId: string; centerIds: readonly string[] }) => sql<UnreadCounts>`
    select
      (select count(*)::int from (
        select from conversations where patient_id = ${userId} and patient_read_number < last_number limit 100) as own
      ) as own,
      (select coalesce(json_agg(json_build_object('centerId', desk.center_id, 'count', counted.count) order by desk.at), '[]')
        from unnest(${centerIds}::uuid[]) with ordinality as desk(center_id, at) cross join lateral (
          select count(*)::int as count from (
            select from conversations
            where conversations.center_id = desk.center_id and center_read_number < last_number limit 100) as unread
        ) as counted) as centers`,
)
