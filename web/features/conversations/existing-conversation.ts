import { errorCode } from '#web/platform/error-message.ts'

export function existingConversation(error: unknown): string | undefined {
  if (errorCode(error) !== 'conversations.exists') return undefined
  const { data } = error as { data?: { conversationId?: unknown } }
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined
}
