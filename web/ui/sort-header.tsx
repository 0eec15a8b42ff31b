import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import ChevronsUpDown from '~icons/lucide/chevrons-up-down'

import { classNames } from './class-names.ts'

type Props<Order extends string> = {
  label: string
  /** The orders of this column. A press on an unsorted column chooses `first`. */
  ascending: Order
  descending: Order
  first?: 'ascending' | 'descending'
  /** The column holds numbers, which are aligned on the right. */
  numeric?: boolean
  order: string
  onOrder: (order: Order) => void
}

export function SortHeader<Order extends string>(props: Props<Order>) {
  const { label, ascending, descending, first = 'ascending', numeric = false, order, onOrder } = props
  const current = order === ascending ? 'ascending' : order === descending ? 'descending' : undefined
  const next = current === undefined ? first : current === 'ascending' ? 'descending' : 'ascending'
  const Icon = current === undefined ? ChevronsUpDown : current === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={current ?? 'none'} className={classNames('px-3 font-semibold', numeric && 'text-right')}>
      <button
        type="button"
        className="-mx-1 inline-flex min-h-11 items-center gap-1 px-1 font-semibold hover:text-action"
        onClick={() => onOrder(next === 'ascending' ? ascending : descending)}
      >
        {label}
        <Icon aria-hidden="true" className={current ? 'size-4' : 'size-4 text-ink-soft'} />
      </button>
    </th>
  )
}
