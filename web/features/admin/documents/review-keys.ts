import type { KeyboardEvent } from 'react'

export type ReviewKeys = Readonly<Record<string, (() => void) | undefined>>

/**
 * Handles single keys inside one region only (WCAG 2.1.4). A text field and a dialog keep their keys, although React passes
 * their events on to the region.
 */
export function reviewKeys(actions: ReviewKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (event.target.closest('input, textarea, select, [role=dialog], [role=menu]')) return
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
}
