import { type ReactNode, type RefObject, useRef } from 'react'

import { MoreButton, type MoreButtonProps } from './more-button.tsx'
import { Pending, type PendingProps } from './pending.tsx'

/** The rows of a bordered list. */
const rows = 'divide-y divide-line overflow-clip rounded-card border border-line bg-panel'

type ListElement = HTMLUListElement & HTMLDivElement

export type CursorListProps<Item> = Pick<PendingProps, 'loading' | 'failed'> & {
  /** What `useCursorList` returns. `items`: undefined until the first page is known. */
  pages: {
    items: readonly Item[] | undefined
    more: MoreButtonProps['more']
    loadingMore: boolean
    query: PendingProps['query']
  }
  /** In the shape of the list, and the class of their container. */
  skeletons: ReactNode
  skeletonClass?: string
  empty: ReactNode
  as?: 'ul' | 'div'
  className?: string
  ref?: RefObject<ListElement | null>
  /** «Ver más» and what. */
  moreLabel?: string
  moreClass?: string
  children: (item: Item) => ReactNode
}

/** A list with a cursor: its rows, or skeletons, an error or its empty state, and the button for the next page. */
export function CursorList<Item>({
  pages: { items, more, loadingMore, query },
  loading,
  failed,
  skeletons,
  skeletonClass,
  empty,
  as: List = 'ul',
  className = rows,
  ref,
  moreLabel,
  moreClass = 'justify-self-start',
  children,
}: CursorListProps<Item>) {
  const own = useRef<ListElement>(null)
  const list = ref ?? own
  if (!items) {
    return (
      <Pending query={query} loading={loading} failed={failed} {...(skeletonClass && { className: skeletonClass })}>
        {skeletons}
      </Pending>
    )
  }
  if (items.length === 0) return empty
  return (
    <>
      <List ref={list} className={className}>
        {items.map(children)}
      </List>
      <MoreButton list={list} more={more} pending={loadingMore} className={moreClass}>
        {moreLabel}
      </MoreButton>
    </>
  )
}
