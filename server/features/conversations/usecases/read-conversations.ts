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
import { awaitsProof } from './awaits-proof.ts'
import { type CallerSide, listDesksOf, requireSide } from './require-side.ts'

const repliesWithinMs = 90 * dayMs
/** The maximum of the `number` column: the messages before it are the newest. */
const endOfConversation = 2_147_483_647

type ListPage = {
  userId: string
  q: string
  side: 'patient' | undefined
  centerId: string | undefined
  limit: number
  after: Position | undefined
}

/** Returns one row more than `limit` when another page follows. @throws conversations.not_found for a centre of others */
export async function listConversations({ db }: Platform, { q, side, centerId, limit, ...input }: ListPage) {
  const desks = side === 'patient' ? [] : await listDesksOf(db, input)
  const centerIds = centerId === undefined ? desks : desks.filter((desk) => desk === centerId)
  if (centerId !== undefined && centerIds.length === 0) throw fail('conversations.not_found')
  const name = q === '' ? null : `%${foldedPattern(q)}%`
  const withOwn = centerId === undefined
  return lists.listConversations(db, { ...input, withOwn, centerIds, name, limit: limit + 1 })
}

/** Folds a text as fold() in the database does, and escapes the wildcards of `like`. */
function foldedPattern(text: string): string {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

export async function countUnread({ db }: Platform, input: { userId: string }): Promise<lists.UnreadCounts> {
  return lists.countUnread(db, { ...input, centerIds: await listDesksOf(db, input) })
}

type OfUser = { userId: string; conversationId: string }

/** @throws conversations.not_found */
export async function readConversation({ db, clock }: Platform, input: OfUser) {
  const { side, conversation } = await requireSide(db, input)
  const since = new Date(clock.now().getTime() - repliesWithinMs)
  const waits = await listWaits(db, { ...conversation, since })
  const listed = await findListed(db, { ...input, side })
  const awaits = await awaitsProof(db, { conversation, side })
  return { listed, usualReplyMinutes: usualReplyMinutes(waits) ?? null, awaitsProof: awaits }
}

/** The caller's conversation, as the list shows it. @throws conversations.not_found */
export async function findListed(db: Db, input: { conversationId: string; side: ConversationSide }) {
  const listed = await lists.findListed(db, input)
  if (!listed) throw fail('conversations.not_found')
  return listed
}

type MessageRange = OfUser & { before?: number | undefined; after?: number | undefined; limit: number }

/** The messages after a number, before a number, or the newest; in ascending order. @throws conversations.not_found */
export async function readMessages(
  { db }: Platform,
  { before = endOfConversation, after, ...input }: MessageRange,
): Promise<CallerSide & { rows: MessageRow[] }> {
  const callerSide = await requireSide(db, input)
  const rows =
    after === undefined
      ? await listMessagesBefore(db, { ...input, before })
      : await listMessagesAfter(db, { ...input, after })
  return { ...callerSide, rows }
}
