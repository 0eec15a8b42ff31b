import { z } from 'zod'
import { conversationSides } from '#contract/conversations.ts'
import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { unreadMail } from '../conversations.mail.ts'
import { findListed, findMailAddress } from '../repository/conversations.ts'

/** How long a message may stay unread before its reader gets a mail. */
export const noticeDelayMs = 15 * minuteMs

const payload = z.object({
  conversationId: z.uuid(),
  /** The side that has not read yet. */
  side: z.enum(conversationSides),
  /** Of the first unread message. */
  number: z.number().int(),
})

/** Mails the reader of an unread message, once for all that are unread then. Nothing is sent about one that was read. */
async function notifyUnread(
  platform: Platform,
  { conversationId, side, number }: z.output<typeof payload>,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const conversation = await findListed(tx, { conversationId, side })
    if (!conversation) return
    const isToCenter = side === 'center'
    const [readNumber, blockedAt, userId, senderName] = isToCenter
      ? [conversation.centerReadNumber, conversation.centerBlockedAt, conversation.centerId, conversation.patientName]
      : [conversation.patientReadNumber, conversation.patientBlockedAt, conversation.patientId, conversation.centerName]
    if (readNumber >= number || blockedAt !== null) return
    const to = await findMailAddress(tx, { side, userId })
    if (!to || !(await wantsMail(tx, { userId, kind: 'message' }))) return
    const url = new URL(`/chat?c=${conversationId}`, platform.settings.publicUrl).href
    const content = unreadMail({ senderName, messages: conversation.unread, url, isToCenter })
    const kind = `conversations.unread${isToCenter ? '.center' : ''}`
    await queueMail(tx, { platform, to, userId, kind, ...content })
  })
}

export const notifyUnreadJob = defineJob({
  name: 'conversations.notify_unread',
  payload,
  run: (job) => notifyUnread(job.platform, job.payload),
})
