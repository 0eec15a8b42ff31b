import type { Conversation } from '#contract/conversations.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { formatDate, formatDay, formatLongDay, formatTime } from '#web/platform/formats.ts'
import { addDays, localMoment } from '#web/platform/local-days.ts'
import type { OutboxState } from './delivery/outbox.ts'

/** The heading of a day in a conversation: «Hoy», «Ayer», «Viernes 20 de noviembre», and the year of an earlier one. */
export function dayHeading({ date, today }: { date: string; today: string }): string {
  if (date === today) return 'Hoy'
  if (date === addDays({ date: today, days: -1 })) return 'Ayer'
  if (date.slice(0, 4) !== today.slice(0, 4)) return formatDate(date)
  const text = formatLongDay(date)
  return text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
}

/** The list shows the time of a message of today, «ayer», «vie 20 nov», or the full date in an earlier year. */
export function shortMoment({ instant, today }: { instant: string; today: string }): string {
  const { date } = localMoment(instant)
  if (date === today) return formatTime(instant)
  if (date === addDays({ date: today, days: -1 })) return 'ayer'
  return date.slice(0, 4) === today.slice(0, 4) ? formatDay(date) : formatDate(date)
}

export function usualReplyText(minutes: number | null): string | undefined {
  if (minutes === null) return undefined
  if (minutes < 60) return 'Suele responder en menos de una hora'
  if (minutes < 6 * 60) return 'Suele responder en unas horas'
  if (minutes <= 24 * 60) return 'Suele responder en el día'
  return 'Suele responder en más de un día'
}

export function excerptOf({ lastMessage }: Pick<Conversation, 'lastMessage'>): string {
  if (!lastMessage) return 'Sin mensajes todavía'
  if (lastMessage.isRemoved) return 'Mensaje retirado'
  return lastMessage.isOwn ? `Tú: ${lastMessage.excerpt}` : lastMessage.excerpt
}

/** The last message that the user wrote in a conversation and the server has not stored, and why it waits. */
export function waitingIn(
  { items, unprovenConversationIds }: Pick<OutboxState, 'items' | 'unprovenConversationIds'>,
  conversationId: string,
): { excerpt: string; state: string } | undefined {
  const item = items.findLast((each) => each.conversationId === conversationId)
  if (!item) return undefined
  const state =
    item.refusal !== undefined
      ? 'No enviado'
      : unprovenConversationIds.has(conversationId)
        ? awaitsProofText
        : 'Enviando…'
  return { excerpt: `Tú: ${item.content}`, state }
}

export const awaitsProofText = 'Se envía cuando confirmes tu correo'

/** Two messages of one sender within this time belong together. */
export const groupMs = 5 * minuteMs
