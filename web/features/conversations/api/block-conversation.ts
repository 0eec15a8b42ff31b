import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshConversations } from './refresh-conversations.ts'

export function useBlockConversation() {
  const { queries } = useApi()
  const refresh = useRefreshConversations()
  return useMutation(
    queries.conversations.block.mutationOptions({
      onSettled: (_changed, _error, { conversationId }) => refresh([conversationId]),
    }),
  )
}
