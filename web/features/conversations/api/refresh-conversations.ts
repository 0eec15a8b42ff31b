import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { useApi } from '#web/platform/api.ts'

export function useRefreshConversations() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    async (conversationIds: readonly string[]): Promise<void> => {
      const { list, unread, get } = queries.conversations
      const each = conversationIds.map((conversationId) => get.key({ input: { conversationId } }))
      const keys = [list.key(), unread.key(), ...each]
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    [queries, queryClient],
  )
}
