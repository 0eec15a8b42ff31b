import { z } from 'zod'
import { type ConversationSide, conversationSides, unreadMailMinutes } from '#contract/conversations.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { signature } from '#server/features/reviews/reviews.rules.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { unreadMail } from '../conversations.mail.ts'
import { mayCenterWrite } from '../conversations.policy.ts'
import { findListed, type ListedRow } from '../repository/lists.ts'
import { findMailAddress } from '../repository/participants.ts'

/** A reader who has the conversation open within this time gets no notification. */
export const bellDelayMs = 20_000
const mailDelayMs = unreadMailMinutes * minuteMs

const payload = z.object({
  conversationId: z.uuid(),
  /** The side that has not read the message yet. */
  side: z.enum(conversationSides),
  /** The number of the first unread message. */
  number: z.number().int(),
})
type Unread = z.output<typeof payload>

/** The page of a conversation, which leads a member of the centre on to the centre's place. */
export const conversationHref = (conversationId: string) => `/chat?c=${conversationId}`

type Place = { side: ConversationSide; conversationId: string; centerId: string }

/** The page of a conversation for one of its sides. Reading it marks the notifications with this `href` as read. */
export const conversationPlace = ({ side, conversationId, centerId }: Place) =>
  side === 'patient'
    ? conversationHref(conversationId)
    : `${centerPage(centerId, 'mensajes')}&${new URLSearchParams({ c: conversationId })}`

export const notifyUnreadJob = defineJob({
  name: 'conversations.notify_unread',
  payload,
  run: ({ platform, payload: unread }) => whileUnread(platform, unread, notifyReader),
})

export const mailUnreadJob = defineJob({
  name: 'conversations.mail_unread',
  payload,
  run: ({ platform, payload: unread }) => whileUnread(platform, unread, mailReader),
})

type Notice = Unread & { platform: Platform; conversation: ListedRow }

/** Calls `notify` unless the message was read, its reader has blocked the other side, or staff keep the centre that wrote it closed. */
async function whileUnread(
  platform: Platform,
  unread: Unread,
  notify: (tx: Tx, notice: Notice) => Promise<void>,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const conversation = await findListed(tx, unread)
    if (!conversation) return
    if (unread.side === 'patient' && !mayCenterWrite(conversation, { now: platform.clock.now() })) return
    const { patientReadNumber, centerReadNumber, patientBlockedAt, centerBlockedAt } = conversation
    const [readNumber, blockedAt] =
      unread.side === 'center' ? [centerReadNumber, centerBlockedAt] : [patientReadNumber, patientBlockedAt]
    if (readNumber < unread.number && blockedAt === null) await notify(tx, { ...unread, platform, conversation })
  })
}

/** Notifies on the site and by push, without the text of the message, because a locked screen would show it. */
async function notifyReader(tx: Tx, { platform, conversation, ...unread }: Notice): Promise<void> {
  const { patientId, centerId, centerName, patientName } = conversation
  const content = {
    event: 'conversations.unread',
    title: 'Nuevo mensaje',
    href: conversationPlace({ ...unread, centerId }),
  } as const
  const entry =
    unread.side === 'center'
      ? {
          to: { centerId, professionalId: null },
          message: `${signature(patientName)} le escribió a ${centerName}.`,
          aboutUserId: patientId,
        }
      : { to: { userId: patientId }, message: `${centerName} te escribió.` }
  const subject = unread.side === 'center' ? 'messages to the center' : 'messages to the patient'
  const about = { subject, id: unread.conversationId } as const
  await notifyUsers(tx, { platform, entries: [{ ...content, ...entry, about }] })
  const runAt = new Date(platform.clock.now().getTime() + mailDelayMs - bellDelayMs)
  await enqueue(tx, mailUnreadJob, unread, { runAt })
}

/** Sends one mail about all messages that are unread by now. */
async function mailReader(tx: Tx, { platform, conversation, conversationId, side }: Notice): Promise<void> {
  const userId = readerOf(conversation, side)
  const address = await findMailAddress(tx, { side, userId })
  if (!address || !(await wantsMail(tx, { userId, kind: 'message' }))) return
  const isToCenter = side === 'center'
  const patientName = chosenText(conversation.patientName, { ...address, neutral: 'Una persona' })
  const senderName = isToCenter ? patientName : conversation.centerName
  const place = conversationPlace({ side, conversationId, centerId: conversation.centerId })
  const url = new URL(place, platform.settings.publicUrl).href
  const content = unreadMail({ senderName, messages: conversation.unread, url, isToCenter })
  const kind = isToCenter ? 'conversations.unread.center' : 'conversations.unread'
  const about = { aboutId: conversationId, readerId: userId }
  await queueMail(tx, { platform, to: address.email, userId, kind, ...about, ...content })
}

/** The account whose preferences apply: the patient's, or the one of the centre's owner. */
const readerOf = ({ patientId, centerId }: ListedRow, side: ConversationSide) =>
  side === 'patient' ? patientId : centerId
