import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Drawing, type DrawingName } from './drawing.tsx'

export type EmptyStateProps = {
  drawing: DrawingName
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Level of the heading: h1 where the state is the whole page, p inside small panels. */
  heading?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

export function EmptyState({ drawing, title, children, action, heading: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}>
      <Drawing name={drawing} />
      <Heading className="font-display text-xl font-heading">{title}</Heading>
      {children && <div className="max-w-[29.5em] text-ink-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
