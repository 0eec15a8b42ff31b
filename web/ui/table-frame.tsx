import type { ReactNode } from 'react'

/** Wraps a table that may be wider than its container. It has a name and the focus so that the keyboard can scroll it. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="min-w-0 overflow-x-auto rounded-card border border-line bg-panel"
    >
      {children}
    </section>
  )
}
