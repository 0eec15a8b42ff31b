import type { ChatMessage } from '#contract/conversations.ts'
import { localMoment } from '#web/platform/local-days.ts'

import { groupMs } from '../message-words.ts'

export type MessageRow =
  | { kind: 'day'; id: string; date: string }
  /** It comes before the first message that was unread when the window was opened. */
  | { kind: 'unread'; id: 'unread' }
  | { kind: 'message'; id: string; message: ChatMessage; startsGroup: boolean; endsGroup: boolean }

export function rowsOf(messages: readonly ChatMessage[], firstUnread: number | undefined): MessageRow[] {
  return messages.flatMap((message, at): MessageRow[] => {
    const before = messages[at - 1]
    const after = messages[at + 1]
    const { date } = localMoment(message.createdAt)
    const startsDay = !before || localMoment(before.createdAt).date !== date
    const startsUnread = firstUnread !== undefined && message.number === firstUnread
    return [
      ...(startsDay ? [{ kind: 'day' as const, id: `${date}/${message.id}`, date }] : []),
      ...(startsUnread ? [{ kind: 'unread' as const, id: 'unread' as const }] : []),
      {
        kind: 'message',
        id: message.id,
        message,
        startsGroup: startsUnread || !before || !belongTogether(before, message),
        endsGroup: !after || after.number === firstUnread || !belongTogether(message, after),
      },
    ]
  })
}

function belongTogether(first: ChatMessage, second: ChatMessage): boolean {
  if (first.senderType !== second.senderType || first.isOwn !== second.isOwn) return false
  if (first.senderName !== second.senderName) return false
  if (localMoment(first.createdAt).date !== localMoment(second.createdAt).date) return false
  return Date.parse(second.createdAt) - Date.parse(first.createdAt) < groupMs
}

/** The last message of the caller's side that the other side has read. */
export function lastSeen(
  messages: readonly ChatMessage[],
  { side, otherReadNumber }: { side: ChatMessage['senderType']; otherReadNumber: number },
): string | undefined {
  return messages.findLast(({ senderType, number }) => senderType === side && number <= otherReadNumber)?.id
}
