import type { ConversationSide } from '#contract/conversations.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { refusalOf } from '../conversations.policy.ts'
import type { ListedRow } from '../repository/lists.ts'
import type { MessageRow } from '../repository/messages.ts'
import { announceTyping, markRead, setBlocked } from '../usecases/change-conversation.ts'
import {
  countUnread,
  findListed,
  listConversations,
  readConversation,
  readMessages,
} from '../usecases/read-conversations.ts'
import { reportMessage } from '../usecases/report-message.ts'
import { sendMessage } from '../usecases/send-message.ts'
import { startConversation } from '../usecases/start-conversation.ts'

const pageSize = 30

export const conversationsRoutes = {
  list: api.conversations.list.handler(async ({ input, context }) => {
    const { q = '', limit = pageSize, cursor, side, centerId } = input
    const request = withUserId(context, { q, side, centerId, limit, after: readCursor(cursor) })
    return pageOf(await listConversations(context.platform, request), {
      limit,
      cursorOf: ({ updatedAt, id }) => writeCursor({ at: updatedAt, id }),
      present: (row) => presentConversation(context, row),
    })
  }),

  unread: api.conversations.unread.handler(({ context }) => countUnread(context.platform, withUserId(context, {}))),

  start: api.conversations.start.handler(async ({ input, context }) => {
    const { id, side } = await startConversation(context.platform, withUserId(context, input))
    return present(context, { conversationId: id, side })
  }),

  get: api.conversations.get.handler(async ({ input, context }) => {
    const { listed, ...more } = await readConversation(context.platform, withUserId(context, input))
    return { ...presentConversation(context, listed), ...more }
  }),

  messages: api.conversations.messages.handler(async ({ input, context }) => {
    const { userId } = requireActor(context)
    const { rows, side, conversation } = await readMessages(context.platform, { ...input, userId })
    const { centerName, lastNumber, patientReadNumber, centerReadNumber } = conversation
    return {
      items: rows.map((row) => presentMessage(row, { userId, side, centerName })),
      lastNumber,
      otherReadNumber: side === 'patient' ? centerReadNumber : patientReadNumber,
    }
  }),

  send: api.conversations.send.handler(async ({ input, context }) => {
    const { userId } = requireActor(context)
    const { message, side, conversation } = await sendMessage(context.platform, { ...input, userId })
    return presentMessage(message, { userId, side, centerName: conversation.centerName })
  }),

  markRead: api.conversations.markRead.handler(async ({ input, context }) => ({
    readNumber: await markRead(context.platform, withUserId(context, input)),
  })),

  typing: api.conversations.typing.handler(async ({ input, context }) => ({
    shown: await announceTyping(context.platform, withUserId(context, input)),
  })),

  block: api.conversations.block.handler(async ({ input, context }) => {
    const side = await setBlocked(context.platform, withUserId(context, input))
    return present(context, { ...input, side })
  }),

  report: api.conversations.report.handler(async ({ input, context }) => {
    await reportMessage(context.platform, withUserId(context, input))
    return { isReported: true as const }
  }),
}

async function present(context: RequestContext, input: { conversationId: string; side: ConversationSide }) {
  return presentConversation(context, await findListed(context.platform.db, input))
}

function presentConversation(context: RequestContext, row: ListedRow) {
  const { userId } = requireActor(context)
  const { side, last } = row
  const isPatient = side === 'patient'
  return {
    id: row.id,
    side,
    other: isPatient
      ? { id: row.centerId, name: row.centerName, pictureUrl: row.centerLogoUrl }
      : { id: row.patientId, name: row.patientName, pictureUrl: row.patientAvatarUrl },
    center: { id: row.centerId, name: row.centerName },
    lastMessage: last && {
      number: last.number,
      senderType: last.sender_type,
      isOwn: last.sender_id === userId,
      isRemoved: last.is_removed,
      excerpt: last.excerpt,
      createdAt: new Date(last.created_at),
    },
    lastNumber: row.lastNumber,
    readNumber: isPatient ? row.patientReadNumber : row.centerReadNumber,
    otherReadNumber: isPatient ? row.centerReadNumber : row.patientReadNumber,
    unread: row.unread,
    updatedAt: row.updatedAt,
    isBlocked: (isPatient ? row.patientBlockedAt : row.centerBlockedAt) !== null,
    isVisitor: row.isVisitor,
    can: { write: refusalOf(row, { side, now: context.platform.clock.now() }) === undefined },
  }
}

type Viewer = { userId: string; side: ConversationSide; centerName: string }

export function presentMessage(row: MessageRow, { userId, side, centerName }: Viewer) {
  return {
    id: row.id,
    number: row.number,
    senderType: row.senderType,
    senderName: side === 'patient' && row.senderType === 'center' ? centerName : row.senderName,
    isOwn: row.senderId === userId,
    content: row.removedAt === null ? row.content : '',
    isRemoved: row.removedAt !== null,
    createdAt: row.createdAt,
  }
}
