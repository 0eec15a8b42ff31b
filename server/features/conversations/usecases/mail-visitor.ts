import { z } from 'zod'
import { visitorLinkDays } from '#contract/question-limits.ts'
import { newSecret } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { answersMail } from '../conversations.mail.ts'
import { mayCenterWrite } from '../conversations.policy.ts'
import { findListed } from '../repository/lists.ts'
import { listMessagesAfter } from '../repository/messages.ts'
import * as visitors from '../repository/visitors.ts'
import { notifyUnreadJob } from './notify-unread.ts'

/** Answers that a centre writes one after another leave in one mail. */
const waitMs = 20_000
/** An unproved address gets five mails a day: later answers leave when there is room again. */
const retryMs = 6 * hourMs

type OfConversation = { conversationId: string }

export const mailVisitorJob = defineJob({
  name: 'conversations.mail_visitor',
  payload: z.object({ conversationId: z.uuid() }),
  run: ({ platform, payload }) => platform.db.transaction().execute((tx) => mailVisitor(tx, { platform, ...payload })),
})

/** Mails what the centre writes to a visitor without an account, in the transaction that stores the message. */
export async function mailVisitorSoon(tx: Tx, input: OfConversation & { platform: Platform; waits?: number }) {
  const { platform, conversationId, waits = waitMs } = input
  const runAt = new Date(platform.clock.now().getTime() + waits)
  await enqueue(tx, mailVisitorJob, { conversationId }, { runAt, jobKey: `visitor ${conversationId}` })
}

async function mailVisitor(
  tx: Tx,
  { platform, conversationId }: OfConversation & { platform: Platform },
): Promise<void> {
  const now = platform.clock.now()
  const visitor = await visitors.lockVisitorOf(tx, { conversationId })
  const conversation = await findListed(tx, { conversationId, side: 'patient' })
  if (!conversation || conversation.patientBlockedAt || !mayCenterWrite(conversation, { now })) return
  // An account has taken the conversation over.
  if (!visitor) {
    const unread = { conversationId, side: 'patient', number: conversation.lastNumber } as const
    return enqueue(tx, notifyUnreadJob, unread)
  }
  const { visitorId, email, mailedNumber } = visitor
  const after = Math.max(mailedNumber, conversation.patientReadNumber)
  const rows = await listMessagesAfter(tx, { conversationId, after, limit: 200 })
  const answers = rows.filter(({ senderType, removedAt }) => senderType === 'center' && removedAt === null)
  if (answers.length === 0) return
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + visitorLinkDays * dayMs)
  const content = answersMail({
    centerName: conversation.centerName,
    answers: answers.map((row) => row.content),
    url: `${platform.settings.publicUrl}/question/${token}`,
  })
  const isQueued = await queueMail(tx, {
    platform,
    to: email,
    kind: 'conversations.answer',
    aboutId: conversationId,
    ...content,
  })
  if (!isQueued) return mailVisitorSoon(tx, { platform, conversationId, waits: retryMs })
  await visitors.insertLink(tx, { visitorId, token, expiresAt })
  await visitors.setMailedNumber(tx, { visitorId, number: conversation.lastNumber })
}
