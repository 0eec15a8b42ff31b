import type { ReactNode, RefObject } from 'react'

import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

export type BookingStepProps = {
  id: string
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The choice in one line, once the step is done. */
  summary?: string | false
  onOpen?: () => void
  changeLabel?: string
  className?: string
  children: ReactNode
}

/** One of the booking's steps: open, or collapsed to one line with a button to change it. */
export function BookingStep({
  id,
  title,
  heading,
  summary,
  onOpen,
  changeLabel,
  className,
  children,
}: BookingStepProps) {
  return (
    <section aria-labelledby={id} className={classNames('grid min-w-0 gap-4 max-lg:gap-2.5', className)}>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-16">
            {title}
          </h2>
          {summary && <p className="mt-1 first-letter:uppercase">{summary}</p>}
        </div>
        {summary && (
          <Button
            variant="quiet"
            size="small"
            className="-mt-1 -mr-3 shrink-0"
            aria-label={changeLabel}
            onClick={onOpen}
          >
            Cambiar
          </Button>
        )}
      </div>
      {!summary && children}
    </section>
  )
}
