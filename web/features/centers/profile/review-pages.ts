import type { ApiTools } from '#web/platform/api.ts'
import { cursorPages } from '#web/platform/cursor-pages.ts'

const reviewsPerPage = 6

/** A centre's reviews, newest first, a page at a time. */
export function centerReviews({ queries, centerId }: { queries: ApiTools['queries']; centerId: string }) {
  return queries.reviews.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ centerId, limit: reviewsPerPage, ...(cursor && { cursor }) }),
    ...cursorPages,
  })
}
