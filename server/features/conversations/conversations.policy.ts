import type { ConversationSide } from '#contract/conversations.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import type { ConversationRow, OwnConversationRow } from './repository/conversations.ts'

type Party = Pick<OwnConversationRow, 'patientId' | 'startedBy' | 'lastNumber' | 'memberRole'>

/**
 * The side on which the user takes part; undefined for other users. The owner and the receptionists read and write as the
 * centre; its professionals do not. Until the first message, only the side that started the conversation sees it.
 */
export function sideOf(conversation: Party, { userId }: { userId: string }): ConversationSide | undefined {
  const side = sideByRole(conversation, { userId })
  const { lastNumber, startedBy } = conversation
  return lastNumber > 0 || startedBy === side || startedBy === 'both' ? side : undefined
}

function sideByRole({ patientId, memberRole }: Party, { userId }: { userId: string }): ConversationSide | undefined {
  if (patientId === userId) return 'patient'
  return memberRole !== null && seesWholeCenter({ role: memberRole }) ? 'center' : undefined
}

type Refusal =
  | 'conversations.blocked_by_you'
  | 'conversations.blocked'
  | 'conversations.unavailable'
  | 'conversations.closed_by_staff'

/** Why this side may not write; undefined when it may. */
export function refusalOf(
  { patientBlockedAt, centerBlockedAt, ...parties }: ConversationRow,
  { side, now }: { side: ConversationSide; now: Date },
): Refusal | undefined {
  const [own, others] = side === 'patient' ? [patientBlockedAt, centerBlockedAt] : [centerBlockedAt, patientBlockedAt]
  if (own !== null) return 'conversations.blocked_by_you'
  if (others !== null) return 'conversations.blocked'
  if (side === 'center' && !mayCenterWrite(parties, { now })) return 'conversations.closed_by_staff'
  const other = side === 'patient' ? parties.owner : parties.patient
  return isBlocked({ account: other, now }) ? 'conversations.unavailable' : undefined
}

/** As reachesPatients() of the centres has it, from the row. */
export function mayCenterWrite(
  { owner, isCenterApproved }: Pick<ConversationRow, 'owner' | 'isCenterApproved'>,
  { now }: { now: Date },
): boolean {
  return isCenterApproved && !isBlocked({ account: owner, now })
}
