import { errorCode } from '#web/platform/error-message.ts'

/** The conversation that a refused start names. */
export function existingConversation(error: unknown): string | undefined {
  if (errorCode(error) !== 'conversations.exists') return undefined
  const { data } = error as { data?: { conversationId?: unknown } }
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined
}
