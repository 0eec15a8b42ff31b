import { useEffect, useRef, useState } from 'react'
import { type Conversation, typingEveryMs } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'
import { startStopwatch } from '#web/platform/server-time.ts'

/** Whether the other side is typing: for a while after each of its live events, until its message arrives. */
export function useOtherIsTyping({ id, side }: Pick<Conversation, 'id' | 'side'>): boolean {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if (event.about === 'conversation' && event.conversationId === id) setTyping(false)
    if (event.about !== 'typing' || event.conversationId !== id || event.side === side) return
    setTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyping(false), 2 * typingEveryMs)
  })
  return isTyping
}

/** Announces to the other side that the user is typing, at most once in a few seconds. */
export function useAnnounceTyping(conversationId: string): () => void {
  const { api } = useApi()
  const sinceLastMs = useRef<() => number>(undefined)
  return () => {
    if (sinceLastMs.current && sinceLastMs.current() < typingEveryMs) return
    sinceLastMs.current = startStopwatch()
    // A failure is ignored: the other side only misses a hint.
    api.conversations.typing({ conversationId }).catch(() => undefined)
  }
}
