import type { ReactNode } from 'react'

/** Around a table that may be wider than its place. It scrolls by keyboard, too: hence the name and the focus. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className="min-w-0 overflow-x-auto rounded-card border border-line bg-panel"
    >
      {children}
    </section>
  )
}
