import type { ReactNode } from 'react'

/**
 * Wraps a table that may be wider than its container. It has a name and the focus so that the keyboard can scroll it. Positioned,
 * because texts for screen readers in hidden columns would otherwise make the page as wide as the table.
 */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-card border border-line bg-panel"
    >
      {children}
    </section>
  )
}
