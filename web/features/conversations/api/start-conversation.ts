import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

export function useStartConversation() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.conversations.start.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: queries.conversations.list.key() }),
    }),
  )
}

/** The conversation that a refused start names. */
export function existingConversation(error: unknown): string | undefined {
  if (errorCode(error) !== 'conversations.exists') return undefined
  const { data } = error as { data?: { conversationId?: unknown } }
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined
}
