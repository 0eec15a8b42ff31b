import { type ConversationSide, messageContent } from '#contract/conversations.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { enqueue } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../conversations.errors.ts'
import { refusalOf } from '../conversations.policy.ts'
import { findMessage, insertMessage, type MessageRow } from '../repository/messages.ts'
import { awaitsProof } from './awaits-proof.ts'
import { mailVisitorSoon } from './mail-visitor.ts'
import { bellDelayMs, notifyUnreadJob } from './notify-unread.ts'
import { type CallerSide, lockSide } from './require-side.ts'

type NewMessage = { userId: string; conversationId: string; id: string; content: string }
type SentMessage = CallerSide & { message: MessageRow }

/**
 * This is more than a person types, and too few for a script that floods conversations. The client waits and retries.
 */
const messagesPerWindow = 20
const windowSeconds = 10

/**
 * Stores a message under the next number of its conversation. Repeated with the same id and content, it returns the stored message.
 * @throws conversations.not_found, conversations.blocked, conversations.blocked_by_you, conversations.unavailable,
 * conversations.closed_by_staff, conversations.email_unverified, conversations.too_fast, request.key_reused
 */
export async function sendMessage(platform: Platform, input: NewMessage): Promise<SentMessage> {
  return platform.db.transaction().execute((tx) => storeMessage(tx, { platform, ...input }))
}

/** Like sendMessage(), in the caller's transaction. */
export async function storeMessage(
  tx: Tx,
  { platform, ...input }: NewMessage & { platform: Platform },
): Promise<SentMessage> {
  const { userId, conversationId, id, content } = input
  const { conversation, side } = await lockSide(tx, input)
  const now = platform.clock.now()
  const refusal = refusalOf(conversation, { side, now })
  if (refusal) throw fail(refusal)
  if (await awaitsProof(tx, { conversation, side })) throw fail('conversations.email_unverified')
  const number = conversation.lastNumber + 1
  if (!(await insertMessage(tx, { id, conversationId, number, senderId: userId, side, content, now }))) {
    return { message: await findSent(tx, input), conversation, side }
  }
  const limit = { name: 'conversations.send', key: userId, limit: messagesPerWindow, windowSeconds }
  if (!(await takeWithin(tx, { ...limit, secret: platform.secret }))) {
    throw fail('conversations.too_fast', { retryAfterSeconds: windowSeconds })
  }
  if (side === 'center' && conversation.isVisitor) await mailVisitorSoon(tx, { platform, conversationId })
  else if (isFirstUnread({ conversation, side })) {
    const payload = { conversationId, side: otherSide(side), number }
    await enqueue(tx, notifyUnreadJob, payload, { runAt: new Date(now.getTime() + bellDelayMs) })
  }
  const sender = { senderId: userId, senderType: side, senderName: conversation.callerName }
  return { message: { id, number, ...sender, content, createdAt: now, removedAt: null }, conversation, side }
}

async function findSent(tx: Tx, { userId, conversationId, id, content }: NewMessage): Promise<MessageRow> {
  const message = await findMessage(tx, { id })
  if (message?.senderId !== userId || message.conversationId !== conversationId) {
    throw failField('id', 'Este identificador ya se usó en otro mensaje.')
  }
  if (message.removedAt === null && cleaned(message.content) !== cleaned(content))
    throw failRequest('request.key_reused')
  return message
}

/** As a request's text is cleaned now: an earlier rule may have stored the same text otherwise. */
const cleaned = (text: string) => messageContent.safeParse(text).data ?? text

export const otherSide = (side: ConversationSide): ConversationSide => (side === 'patient' ? 'center' : 'patient')

/** Whether the other side had read everything. Otherwise an earlier unread message has already queued a notice. */
function isFirstUnread({ conversation, side }: CallerSide): boolean {
  const { lastNumber, patientReadNumber, centerReadNumber } = conversation
  return (side === 'patient' ? centerReadNumber : patientReadNumber) === lastNumber
}
