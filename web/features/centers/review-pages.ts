import { infiniteQueryOptions } from '@tanstack/react-query'

import type { Api } from '#web/platform/api.ts'

const reviewsPerPage = 6

/** A centre's reviews, newest first, a page at a time. */
export function centerReviews({ api, centerId }: { api: Api; centerId: string }) {
  return infiniteQueryOptions({
    queryKey: ['centers', 'reviews', centerId],
    queryFn: ({ pageParam, signal }) =>
      api.reviews.list({ centerId, limit: reviewsPerPage, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
