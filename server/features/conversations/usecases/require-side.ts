import type { ConversationSide } from '#contract/conversations.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { listMembersAmong } from '#server/features/centers/repository/members.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../conversations.errors.ts'
import { sideOf } from '../conversations.policy.ts'
import { findConversation, lockConversation, type OwnConversationRow } from '../repository/conversations.ts'

type OfUser = { conversationId: string; userId: string }
export type CallerSide = { conversation: OwnConversationRow; side: ConversationSide }

/** The conversation and the caller's side of it. @throws conversations.not_found, also for users who do not take part in it */
export async function requireSide(db: Db | Tx, input: OfUser): Promise<CallerSide> {
  return withSide(await findConversation(db, input), input)
}

/** Like requireSide(), but the conversation stays locked until the transaction ends. */
export async function lockSide(tx: Tx, input: OfUser): Promise<CallerSide> {
  return withSide(await lockConversation(tx, input), input)
}

function withSide(conversation: OwnConversationRow | undefined, { userId }: OfUser): CallerSide {
  const side = conversation && sideOf(conversation, { userId })
  if (!conversation || !side) throw fail('conversations.not_found')
  return { conversation, side }
}

export async function listDesksOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  const members = await listMembersAmong(db, { userIds: [userId] })
  return members.filter(seesWholeCenter).map(({ centerId }) => centerId)
}
