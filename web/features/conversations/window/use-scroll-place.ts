import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A reader who is this near the end counts as at the end. */
const endPx = 48
/** Older messages load when the reader is this near the top. */
const topPx = 240

type Input = {
  firstId: string | undefined
  lastId: string | undefined
  onNearTop: () => void
}

/**
 * Keeps what the reader sees in place: at the end the view follows new messages; elsewhere it stays on the same message while
 * older ones are inserted above it.
 */
export function useScrollPlace({ firstId, lastId, onNearTop }: Input) {
  const scroller = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const shown = useRef<{ firstId: string | undefined; height: number; isAtEnd: boolean }>({
    firstId: undefined,
    height: 0,
    isAtEnd: true,
  })

  useLayoutEffect(() => {
    const { current: box } = scroller
    if (!box || lastId === undefined) return
    const before = shown.current
    const unread = box.querySelector<HTMLElement>('[data-unread]')
    if (before.firstId === undefined) {
      // Opens at the unread messages, or at the end without them.
      if (unread) box.scrollTop = Math.max(0, unread.offsetTop - endPx)
      else box.scrollTop = box.scrollHeight
    } else if (before.firstId !== firstId && !before.isAtEnd) box.scrollTop += box.scrollHeight - before.height
    else if (before.isAtEnd) box.scrollTop = box.scrollHeight
    const atEnd = isEnd(box)
    shown.current = { firstId, height: box.scrollHeight, isAtEnd: atEnd }
    setAtEnd(atEnd)
  }, [firstId, lastId])

  const onScroll = useCallback(() => {
    const { current: box } = scroller
    if (!box) return
    const atEnd = isEnd(box)
    shown.current = { ...shown.current, height: box.scrollHeight, isAtEnd: atEnd }
    setAtEnd(atEnd)
    if (box.scrollTop < topPx) onNearTop()
  }, [onNearTop])

  // Stays at the end when the window shrinks, as when the keyboard of a phone opens.
  useLayoutEffect(() => {
    const { current: box } = scroller
    if (!box || !('ResizeObserver' in globalThis)) return undefined
    const observer = new ResizeObserver(() => {
      if (shown.current.isAtEnd) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  const toEnd = useCallback(() => {
    const { current: box } = scroller
    if (!box) return
    box.scrollTop = box.scrollHeight
    shown.current = { ...shown.current, isAtEnd: true }
    setAtEnd(true)
  }, [])

  return { scroller, isAtEnd, onScroll, toEnd }
}

const isEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < endPx
