import type { RefObject } from 'react'

/** Focuses the target after the next render, because the pressed control disappears with it. */
export function focusAfterRender(
  target: RefObject<HTMLElement | null>,
  options: FocusOptions = { preventScroll: true },
): void {
  setTimeout(() => target.current?.focus(options))
}
