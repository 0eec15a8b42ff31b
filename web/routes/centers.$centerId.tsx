import { createFileRoute } from '@tanstack/react-router'

import { loadCenter } from '#web/features/centers/load-center.ts'
import { CenterProfileScreen } from '#web/features/centers/profile/profile-screen.tsx'
import { parseProfileSearch } from '#web/features/centers/profile/profile-search.ts'
import { centerThings } from '#web/features/centers/profile/structured-data.ts'
import { UnknownCenter } from '#web/features/centers/unknown-center.tsx'
import { unknownCenterHead } from '#web/features/centers/unknown-center-head.ts'
import { localToday } from '#web/platform/local-days.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { structuredData } from '#web/platform/structured-data.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/centers/$centerId')({
  validateSearch: parseProfileSearch,
  loader: async ({ context: { queryClient, queries }, params: { centerId } }) => {
    // Every page loads the routes, so what only this page calls is not among their imports.
    const [center, { centerReviews }] = await Promise.all([
      loadCenter({ queryClient, queries, centerId }),
      import('#web/features/centers/profile/review-pages.ts'),
    ])
    await Promise.all([
      queryClient.prefetchQuery(queries.centers.services.queryOptions()),
      queryClient.prefetchInfiniteQuery(centerReviews({ queries, centerId })),
    ])
    return { center, today: localToday() }
  },
  headers: cachedFor(30, parseProfileSearch),
  head: ({ loaderData, match }) => {
    if (!loaderData) return unknownCenterHead()
    const { center } = loaderData
    const origin = match.context.origin()
    const where = center.neighborhood ?? center.department
    return {
      ...pageHead({
        title: `${center.name}, ${where}`,
        description: `${center.specialties.slice(0, 4).join(', ')} en ${where}. ${center.description}`.slice(0, 155),
        image: center.coverUrl ? { origin, url: center.coverUrl, alt: center.name } : undefined,
      }),
      scripts: [structuredData(import.meta.env.SSR ? centerThings({ center, origin }) : [])],
    }
  },
  component: ProfilePage,
  notFoundComponent: UnknownCenter,
})

function ProfilePage() {
  const { center, today: rendered } = Route.useLoaderData()
  const today = useTodaySince(rendered)
  return <CenterProfileScreen center={center} today={today} search={Route.useSearch()} />
}
