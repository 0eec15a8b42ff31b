import type { RefObject } from 'react'

/** Focuses what stands once this change is drawn: the control that was pressed is gone by then. */
export function focusAfterRender(
  target: RefObject<HTMLElement | null>,
  options: FocusOptions = { preventScroll: true },
): void {
  setTimeout(() => target.current?.focus(options))
}
