import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type SummaryListProps = {
  items: readonly { label: string; value: ReactNode; icon?: ReactNode }[]
  /** The last line, set apart: the price. */
  total?: { label: string; value: ReactNode }
  className?: string
}

/** Pairs of label and value: before confirming, on a profile, in a receipt. */
export function SummaryList({ items, total, className }: SummaryListProps) {
  return (
    <dl className={classNames('grid gap-3', className)}>
      {items.map((item) => (
        <div key={item.label} className={classNames('relative', item.icon ? 'pl-8' : undefined)}>
          <dt className="text-sm text-ink-soft">
            {item.icon && <span className="absolute top-0.5 left-0 text-action [&_svg]:size-5">{item.icon}</span>}
            {item.label}
          </dt>
          <dd>{item.value}</dd>
        </div>
      ))}
      {total && (
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-medium">{total.label}</dt>
          <dd className="text-lg">{total.value}</dd>
        </div>
      )}
    </dl>
  )
}
