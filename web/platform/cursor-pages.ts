import type { ProcedureUtils } from '@orpc/tanstack-query'
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'

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
    query,
  }
}

type ListOptions<P> = Pick<
  UseInfiniteQueryOptions<P, Error, InfiniteData<P>, QueryKey, string | undefined>,
  | 'enabled'
  | 'placeholderData'
  | 'refetchInterval'
  | 'staleTime'
  | 'gcTime'
  | 'refetchOnWindowFocus'
  | 'refetchOnReconnect'
>

/** A list with a cursor, read page by page: `useCursorList(queries.tills.closings, { centerId, limit: 20 })`. */
export function useCursorList<Input extends { cursor?: string | undefined }, Item, P extends Page<Item>>(
  list: ProcedureUtils<Record<never, never>, Input, P & Page<Item>, Error>,
  input: Omit<Input, 'cursor'>,
  options: ListOptions<P & Page<Item>> = {},
) {
  const query = useInfiniteQuery({
    ...list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...(cursor && { cursor }) }) as Input,
      ...cursorPages,
    }),
    ...options,
  })
  return pagesOf<Item, P>(query as UseInfiniteQueryResult<InfiniteData<P & Page<Item>>>)
}
