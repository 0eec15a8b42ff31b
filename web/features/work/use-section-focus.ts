import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the heading of a section when it opens. */
export function useSectionFocus(open: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current !== open) heading.current?.focus({ preventScroll: true })
    before.current = open
  }, [open])
  return heading
}
