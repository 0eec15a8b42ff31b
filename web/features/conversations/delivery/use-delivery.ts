import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'

import type { LiveEvent } from '#contract/live.ts'
import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'

import { useRefreshConversations } from '../api/refresh-conversations.ts'
import { MessageStore } from './message-store.ts'
import { type Outbox, outboxOf } from './outbox.ts'

export type Delivery = {
  outbox: Outbox
  /** The messages of a conversation, which stay known while another one is open. */
  messagesOf(conversationId: string): MessageStore
}

/** Events come in bursts. */
const debounceMs = 150

/** The messages that arrive and the queue of those that leave. `openId`: the conversation whose messages are shown. */
export function useDelivery({ userId, openId }: { userId: string; openId: string | undefined }): Delivery {
  const { api } = useApi()
  const [delivery] = useState((): Delivery => {
    const stores = new Map<string, MessageStore>()
    return {
      outbox: outboxOf({
        userId,
        send: ({ id, conversationId, content }) => api.conversations.send({ id, conversationId, content }),
      }),
      messagesOf(conversationId) {
        const known = stores.get(conversationId)
        if (known) return known
        const store = new MessageStore((page) => api.conversations.messages({ conversationId, ...page }))
        stores.set(conversationId, store)
        return store
      },
    }
  })
  const refresh = useDebouncedRefresh()
  const { outbox, messagesOf } = delivery

  const onSent = useEffectEvent((conversationId: string) => refresh(conversationId))
  useEffect(() => {
    outbox.resumeAll()
    return outbox.listen({
      onChange: () => undefined,
      onSent({ item, message }) {
        messagesOf(item.conversationId).addSent(message)
        onSent(item.conversationId)
      },
    })
  }, [outbox, messagesOf])

  useLive((event) => {
    if (event.about === 'ready') {
      outbox.resumeAll()
      if (event.isResumed) return
      if (openId !== undefined) void messagesOf(openId).refresh()
      refresh(openId)
    }
    if (event.about !== 'conversation') return
    if (event.conversationId === openId) void messagesOf(openId).announce(event.lastNumber)
    refresh(event.conversationId)
  })
  return delivery
}

function useDebouncedRefresh(): (conversationId: string | undefined) => void {
  const refresh = useRefreshConversations()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useRef(new Set<string>())
  useEffect(() => () => clearTimeout(timer.current), [])
  return (conversationId) => {
    if (conversationId !== undefined) changed.current.add(conversationId)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void refresh([...changed.current])
      changed.current.clear()
    }, debounceMs)
  }
}

export function useOutbox(outbox: Outbox) {
  const subscribe = useCallback(
    (onChange: () => void) => outbox.listen({ onChange, onSent: () => undefined }),
    [outbox],
  )
  return useSyncExternalStore(subscribe, outbox.getSnapshot, outbox.getSnapshot)
}

/** The last number that the other side has read, from a live event. */
export function otherReadOf(event: LiveEvent & { about: 'conversation' }, side: 'patient' | 'center'): number {
  return side === 'patient' ? event.centerRead : event.patientRead
}
