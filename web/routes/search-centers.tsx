import { createFileRoute } from '@tanstack/react-router'

import { FinderScreen } from '#web/features/centers/finder/finder-screen.tsx'
import { parseFinderSearch } from '#web/features/centers/finder/finder-search.ts'
import { localToday } from '#web/platform/local-days.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/search-centers')({
  validateSearch: parseFinderSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, queries }, deps: search }) => {
    // Every page loads the routes, so what only this page calls is not among their imports.
    const { finderResults } = await import('#web/features/centers/finder/finder-results.ts')
    const loading = Promise.all([
      queryClient.prefetchQuery(finderResults({ api, queries, search })),
      queryClient.prefetchQuery(queries.centers.places.queryOptions()),
    ])
    // In the browser the address changes immediately, and skeletons hold the place of the results.
    if (import.meta.env.SSR) await loading
    return { today: localToday() }
  },
  headers: cachedFor(10, parseFinderSearch),
  head: () =>
    pageHead({
      title: 'Encuentra tu centro terapéutico ideal',
      description: 'Busca centros y profesionales de la salud en Uruguay por especialidad, distancia y calificación.',
    }),
  component: FinderPage,
})

function FinderPage() {
  return <FinderScreen search={Route.useSearch()} today={useTodaySince(Route.useLoaderData().today)} />
}
