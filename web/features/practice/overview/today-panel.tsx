import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { classNames } from '#web/ui/class-names.ts'

export type TodayPanelProps<Line> = {
  title: string
  Icon: LucideIcon
  list: { count: number; items: readonly Line[] }
  /** Amber for a list that waits for the member. */
  tone?: 'amber'
  /** The text of an empty list. */
  empty?: string
  children: (line: Line) => ReactNode
}

/** One list of the day: its first lines, and the number of all. */
export function TodayPanel<Line>({ title, Icon, list, tone, empty, children }: TodayPanelProps<Line>) {
  const { count, items } = list
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="overflow-clip rounded-card border border-line bg-panel">
      <div
        className={classNames(
          'flex min-h-11 items-center gap-2 border-b border-line px-4',
          tone === 'amber' && 'bg-amber-soft',
        )}
      >
        <Icon aria-hidden="true" className={classNames('size-5', tone === 'amber' ? 'text-amber' : 'text-action')} />
        <h4 id={titleId} className="font-semibold">
          {title}
        </h4>
        {count > 0 && <span className="ml-auto text-ink-soft tabular-nums">{count}</span>}
      </div>
      {count === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no state
            <li key={index}>{children(line)}</li>
          ))}
          {count > items.length && (
            <li className="px-4 py-2 text-sm text-ink-soft">{`y ${count - items.length} más en la agenda`}</li>
          )}
        </ul>
      )}
    </section>
  )
}
