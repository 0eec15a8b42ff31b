import { type ReactNode, useId } from 'react'
import Plus from '~icons/lucide/plus'

export type AccordionProps = {
  items: readonly { id: string; title: string; content: ReactNode }[]
  /** The id of the item that is open at first. */
  defaultOpen?: string
  className?: string
}

/**
 * One open at a time: native details with a common name, so it also works before JavaScript, and the browser's find-in-page
 * opens it.
 */
export function Accordion({ items, defaultOpen, className }: AccordionProps) {
  const name = useId()
  return (
    <div className={className}>
      {items.map((item) => (
        <details
          key={item.id}
          id={item.id}
          name={name}
          open={item.id === defaultOpen || undefined}
          className="group border-b border-line"
        >
          <summary className="flex min-h-13 list-none items-center justify-between gap-4 rounded-control py-3 text-lg font-medium hover:text-action [&::-webkit-details-marker]:hidden">
            {item.title}
            <Plus aria-hidden="true" className="size-5 shrink-0 text-action transition-[rotate] group-open:rotate-45" />
          </summary>
          <div className="max-w-[41.5em] pb-5 text-ink-soft">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
