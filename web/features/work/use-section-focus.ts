import { type RefObject, useEffect, useRef } from 'react'

/** It is for the heading of the open section, which takes the focus when another section opens. */
export function useSectionFocus(open: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current !== open) heading.current?.focus({ preventScroll: true })
    before.current = open
  }, [open])
  return heading
}
