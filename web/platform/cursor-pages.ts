import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

type Page<Item> = { items: Item[]; nextCursor: string | null }

/**
 * For the infinite options of any list with a cursor: `infiniteOptions({ input: (cursor: string | undefined) => …,
 * ...cursorPages })`.
 */
export const cursorPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
}

/** A paginated list for a screen; `items` and `first` are undefined until it is known, `more` after the last page. */
export function pagesOf<Item, P extends Page<Item>>(query: UseInfiniteQueryResult<InfiniteData<P & Page<Item>>>) {
  return {
    items: query.data?.pages.flatMap((page): Item[] => page.items),
    /** The first page, for values of the whole list such as its total. */
    first: query.data?.pages[0] as P | undefined,
    more: query.hasNextPage ? () => query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
  }
}
