import type { ConversationSide } from '#contract/conversations.ts'
import type { Position } from '#server/platform/cursor.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { fail } from '../conversations.errors.ts'
import { usualReplyMinutes } from '../conversations.rules.ts'
import { listWaits } from '../repository/conversations.ts'
import * as lists from '../repository/lists.ts'
import { listMessagesAfter, listMessagesBefore, type MessageRow } from '../repository/messages.ts'
import { listDesksOf, requireSide, type Taken } from './require-side.ts'

const repliesWithinMs = 90 * dayMs
/** Above the highest number, so that «before» it are the newest messages. */
const endOfConversation = 2_147_483_647

type List = { userId: string; q: string; limit: number; after: Position | undefined }

/** One row more than `limit` when another page follows. */
export async function listConversations({ db }: Platform, { q, limit, ...input }: List) {
  const centerIds = await listDesksOf(db, input)
  const name = q === '' ? null : `%${foldedPattern(q)}%`
  return lists.listConversations(db, { ...input, centerIds, name, limit: limit + 1 })
}

/** As fold() in the database writes it, with the signs of a pattern escaped. */
function foldedPattern(text: string): string {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

export async function countUnread({ db }: Platform, input: { userId: string }): Promise<number> {
  return lists.countUnread(db, { ...input, centerIds: await listDesksOf(db, input) })
}

type OfUser = { userId: string; conversationId: string }

/** @throws conversations.not_found */
export async function readConversation({ db, clock }: Platform, input: OfUser) {
  const { side, conversation } = await requireSide(db, input)
  const since = new Date(clock.now().getTime() - repliesWithinMs)
  const waits = await listWaits(db, { ...conversation, since })
  return { listed: await findListed(db, { ...input, side }), usualReplyMinutes: usualReplyMinutes(waits) ?? null }
}

/** The caller's conversation, as the list shows it. @throws conversations.not_found */
export async function findListed(db: Db, input: { conversationId: string; side: ConversationSide }) {
  const listed = await lists.findListed(db, input)
  if (!listed) throw fail('conversations.not_found')
  return listed
}

type Stretch = OfUser & { before?: number | undefined; after?: number | undefined; limit: number }

/** Messages in ascending order: those after a number, those before one, or the newest. @throws conversations.not_found */
export async function readMessages(
  { db }: Platform,
  { before = endOfConversation, after, ...input }: Stretch,
): Promise<Taken & { rows: MessageRow[] }> {
  const taken = await requireSide(db, input)
  const rows =
    after === undefined
      ? await listMessagesBefore(db, { ...input, before })
      : await listMessagesAfter(db, { ...input, after })
  return { ...taken, rows }
}
