import { LRUCache } from 'lru-cache'
import { type ConversationSide, typingEveryMs } from '#contract/conversations.ts'
import { markSeen } from '#server/features/notifications/usecases/notify-users.ts'
import { resumePackages } from '#server/features/packages/repository/packages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { refusalOf } from '../conversations.policy.ts'
import * as repository from '../repository/conversations.ts'
import { listDeskMembers } from '../repository/participants.ts'
import { conversationHref, conversationPlace } from './notify-unread.ts'
import { lockSide, requireSide } from './require-side.ts'

type OfUser = { userId: string; conversationId: string }

/**
 * Marks messages as read for the caller's side, and the notifications about the conversation.
 * @returns the number up to which the side has read. @throws conversations.not_found
 */
export async function markRead(platform: Platform, input: OfUser & { number: number }): Promise<number> {
  const { db } = platform
  const { side, conversation } = await requireSide(db, input)
  const { patientReadNumber, centerReadNumber, lastNumber } = conversation
  const readNumber = side === 'patient' ? patientReadNumber : centerReadNumber
  const number = Math.min(input.number, lastNumber)
  if (number <= readNumber) return readNumber
  await repository.setReadNumber(db, { ...input, side, number })
  const { id, patientId, centerId } = conversation
  const userIds = side === 'patient' ? [patientId] : await listDeskMembers(db, { centerId })
  // What staff decided about a message leads its sender to `/chat` on either side.
  const hrefs = new Set([conversationHref(id), conversationPlace({ side, conversationId: id, centerId })])
  for (const href of hrefs) await markSeen(platform, { userIds, href })
  return number
}

/** Blocks or unblocks the other side. While it is blocked, neither side can write. @throws conversations.not_found */
export async function setBlocked(
  platform: Platform,
  input: OfUser & { isBlocked: boolean },
): Promise<ConversationSide> {
  return platform.db.transaction().execute(async (tx) => {
    const { side, conversation } = await lockSide(tx, input)
    const now = platform.clock.now()
    await repository.setBlockedAt(tx, { ...input, side, blockedAt: input.isBlocked ? now : null })
    if (side === 'center' && !input.isBlocked) await resumePackages(tx, { ...conversation, now })
    return side
  })
}

/** The sides whose typing this process has announced recently, because a client may send it more often. */
const recentlyAnnounced = new LRUCache<string, true>({ max: 20_000, ttl: typingEveryMs })

/** @returns false when the typing was announced recently, nothing was written yet, or the caller may not write. @throws conversations.not_found */
export async function announceTyping({ db, clock }: Platform, input: OfUser): Promise<boolean> {
  const { conversationId } = input
  const { side, conversation } = await requireSide(db, input)
  const key = `${conversationId} ${side}`
  // The other side learns of a conversation by its first message.
  if (conversation.lastNumber === 0) return false
  if (recentlyAnnounced.has(key) || refusalOf(conversation, { side, now: clock.now() })) return false
  recentlyAnnounced.set(key, true)
  const topic = side === 'patient' ? `desk:${conversation.centerId}` : `user:${conversation.patientId}`
  await repository.announceTyping(db, { topic, conversationId, side })
  return true
}
