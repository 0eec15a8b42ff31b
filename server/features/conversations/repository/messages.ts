import { sql } from 'kysely'
import type { ConversationSide } from '#contract/conversations.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type MessageRow = {
  id: string
  number: number
  senderId: string
  senderType: ConversationSide
  senderName: string
  content: string
  createdAt: Date
  removedAt: Date | null
}

type NewMessage = {
  id: string
  conversationId: string
  number: number
  senderId: string
  side: ConversationSide
  content: string
  now: Date
}

/**
 * Stores the message and updates its conversation, in one statement. The caller has locked the conversation.
 * @returns false when a message has this id already
 */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  return (await insertQuery(tx, message)).length === 1
}

const insertQuery = builtOnce(
  (_, { id, conversationId, number, senderId, side, content, now }: NewMessage) => sql`
    with stored as (
      insert into messages (id, conversation_id, number, sender_id, sender_type, content, created_at)
      values (${id}, ${conversationId}, ${number}, ${senderId}, ${side}, ${content}, ${now})
      on conflict (id) do nothing returning number
    ), answered as (
      insert into center_replies (center_id, replied_at, waited_seconds, conversation_id, number)
      select center_id, ${now}, greatest(0, extract(epoch from ${now} - unanswered_since))::int, id, ${number}
      from conversations
      where id = ${conversationId} and ${side} = 'center' and unanswered_since is not null and exists (select from stored)
    )
    update conversations set
      last_number = ${number},
      updated_at = ${now},
      patient_read_number = case ${side} when 'patient' then ${number} else patient_read_number end,
      center_read_number = case ${side} when 'center' then ${number} else center_read_number end,
      unanswered_since = case ${side} when 'patient' then coalesce(unanswered_since, ${now}) end
    where id = ${conversationId} and exists (select from stored)
    returning last_number`,
)

export async function findMessage(
  db: Db | Tx,
  { id }: { id: string },
): Promise<(MessageRow & { conversationId: string }) | undefined> {
  return messagesOf(db)
    .where('messages.id', '=', id)
    .select('messages.conversation_id as conversationId')
    .executeTakeFirst()
}

export async function findMessageOf(
  db: Db | Tx,
  { conversationId, number }: { conversationId: string; number: number },
): Promise<MessageRow | undefined> {
  return messagesOf(db)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.number', '=', number)
    .executeTakeFirst()
}

type MessageRange = { conversationId: string; limit: number }

/** The newest messages before a number, ascending. */
export async function listMessagesBefore(db: Db | Tx, input: MessageRange & { before: number }): Promise<MessageRow[]> {
  return (await beforeQuery(db, input)).toReversed()
}

/** The oldest messages after a number, ascending. */
export async function listMessagesAfter(db: Db | Tx, input: MessageRange & { after: number }): Promise<MessageRow[]> {
  return afterQuery(db, input)
}

const beforeQuery = builtOnce((db, { conversationId, before, limit }: MessageRange & { before: number }) =>
  messagesOf(db)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.number', '<', before)
    .orderBy('messages.number', 'desc')
    .limit(limit),
)

const afterQuery = builtOnce((db, { conversationId, after, limit }: MessageRange & { after: number }) =>
  messagesOf(db)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.number', '>', after)
    .orderBy('messages.number')
    .limit(limit),
)

function messagesOf(db: Db | Tx) {
  return db
    .selectFrom('messages')
    .innerJoin('profiles', 'profiles.id', 'messages.sender_id')
    .select([
      'messages.id',
      'messages.number',
      'messages.sender_id as senderId',
      'messages.sender_type as senderType',
      'profiles.full_name as senderName',
      'messages.content',
      'messages.created_at as createdAt',
      'messages.removed_at as removedAt',
    ])
    .$narrowType<{ senderType: ConversationSide }>()
}

export async function listMessagesOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('profiles', 'profiles.id', 'conversations.patient_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'conversations.center_id')
    .where((eb) => eb.or([eb('conversations.patient_id', '=', userId), eb('messages.sender_id', '=', userId)]))
    .where('messages.removed_at', 'is', null)
    .orderBy('messages.created_at')
    .orderBy('messages.number')
    .select([
      'messages.created_at as sentAt',
      'center_profiles.center_name as centerName',
      'profiles.full_name as patientName',
      'messages.sender_type as senderType',
      'messages.content',
    ])
    .execute()
}
