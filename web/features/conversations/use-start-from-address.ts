import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

import { existingConversation, useStartConversation } from './api/start-conversation.ts'
import type { ChatSearch } from './chat-search.ts'

/** Other screens link to `/chat?to=<id>`: opens the conversation with this recipient, or starts one. */
export function useStartFromAddress({ to, as }: Pick<ChatSearch, 'to' | 'as'>): void {
  const navigate = useNavigate({ from: '/chat' })
  const start = useStartConversation()

  const begin = useEffectEvent(async (recipientId: string) => {
    const conversationId = await start
      .mutateAsync({ recipientId, ...(as !== undefined && { asCenterId: as }) })
      .then(({ id }) => id)
      .catch((error: unknown) => {
        const existing = existingConversation(error)
        if (existing === undefined)
          toast({ kind: 'destructive', title: 'No se pudo crear la conversación', description: errorMessage(error) })
        return existing
      })
    void navigate({ search: { c: conversationId }, replace: true })
  })
  useEffect(() => {
    if (to !== undefined) void begin(to)
  }, [to])
}
