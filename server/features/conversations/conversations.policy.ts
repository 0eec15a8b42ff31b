import type { ConversationSide } from '#contract/conversations.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import type { ConversationRow, OwnConversationRow } from './repository/conversations.ts'

type Party = Pick<OwnConversationRow, 'patientId' | 'startedBy' | 'lastNumber' | 'memberRole'>

/**
 * On which side the user takes part; undefined for everyone else. Owner and reception read and write as the centre, its other
 * professionals do not. Before the first message the conversation exists only for the side that started it.
 */
export function sideOf(conversation: Party, { userId }: { userId: string }): ConversationSide | undefined {
  const side = partyOf(conversation, { userId })
  const { lastNumber, startedBy } = conversation
  return lastNumber > 0 || startedBy === side || startedBy === 'both' ? side : undefined
}

function partyOf({ patientId, memberRole }: Party, { userId }: { userId: string }): ConversationSide | undefined {
  if (patientId === userId) return 'patient'
  return memberRole !== null && seesWholeCenter({ role: memberRole }) ? 'center' : undefined
}

type Refusal = 'conversations.blocked_by_you' | 'conversations.blocked' | 'conversations.unavailable'

/** Why this side may not write; undefined when it may. */
export function refusalOf(
  { patientBlockedAt, centerBlockedAt, patient, owner }: ConversationRow,
  { side, now }: { side: ConversationSide; now: Date },
): Refusal | undefined {
  const [own, others] = side === 'patient' ? [patientBlockedAt, centerBlockedAt] : [centerBlockedAt, patientBlockedAt]
  if (own !== null) return 'conversations.blocked_by_you'
  if (others !== null) return 'conversations.blocked'
  const other = side === 'patient' ? owner : patient
  return isBlocked({ account: other, now }) ? 'conversations.unavailable' : undefined
}
