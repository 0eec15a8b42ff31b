import { useEffect, useRef, useSyncExternalStore } from 'react'

import type { Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { startStopwatch } from '#web/platform/server-time.ts'

import { useRefreshConversations } from '../api/refresh-conversations.ts'

const minIntervalMs: number = 1000

/** Marks the messages up to `number` as read while the reader sees the end of the conversation. */
export function useReadMark({
  conversation: { id: conversationId, readNumber },
  number,
  isAtEnd,
}: {
  conversation: Pick<Conversation, 'id' | 'readNumber'>
  number: number
  isAtEnd: boolean
}): void {
  const { api } = useApi()
  const refresh = useRefreshConversations()
  const isSeen = useIsSeen()
  const marked = useRef({ number: readNumber, sinceMs: () => minIntervalMs })

  useEffect(() => {
    if (!isSeen || !isAtEnd || number <= Math.max(readNumber, marked.current.number)) return undefined
    const wait = Math.max(0, minIntervalMs - marked.current.sinceMs())
    async function mark(): Promise<void> {
      const before = marked.current.number
      marked.current = { number, sinceMs: startStopwatch() }
      try {
        await api.conversations.markRead({ conversationId, number })
        await refresh([conversationId])
      } catch {
        // The next message, or the next time that the window is seen, marks these too.
        marked.current = { number: before, sinceMs: startStopwatch() }
      }
    }
    const timer = setTimeout(() => void mark(), wait)
    return () => clearTimeout(timer)
  }, [api, refresh, conversationId, readNumber, number, isAtEnd, isSeen])
}

/** Whether the user looks at this page: it is visible and has the focus. */
function useIsSeen(): boolean {
  return useSyncExternalStore(subscribe, isPageSeen, () => false)
}

const isPageSeen = () => document.visibilityState === 'visible' && document.hasFocus()

function subscribe(onChange: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', onChange, { signal })
  addEventListener('focus', onChange, { signal })
  addEventListener('blur', onChange, { signal })
  return () => listening.abort()
}
