import { createFileRoute } from '@tanstack/react-router'

import { parseCentersSearch } from '#web/features/centers/search/centers-search.ts'
import { CentersScreen } from '#web/features/centers/search/search-screen.tsx'
import { localToday } from '#web/platform/local-days.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/centers/')({
  validateSearch: parseCentersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, queries }, deps: search }) => {
    // Every page loads the routes, so what only this page calls is not among their imports.
    const { centerResults } = await import('#web/features/centers/search/center-results.ts')
    const loading = Promise.all([
      queryClient.prefetchQuery(centerResults({ api, queries, search })),
      queryClient.prefetchQuery(queries.centers.places.queryOptions()),
    ])
    // In the browser the address changes immediately, and skeletons hold the place of the results.
    if (import.meta.env.SSR) await loading
    return { today: localToday() }
  },
  headers: cachedFor(10, parseCentersSearch),
  head: () =>
    pageHead({
      title: 'Centros Terapéuticos',
      description:
        'Centros y profesionales de la salud verificados en Uruguay: compara servicios, precios y opiniones, y reserva una hora libre.',
    }),
  component: SearchPage,
})

function SearchPage() {
  return <CentersScreen search={Route.useSearch()} today={useTodaySince(Route.useLoaderData().today)} />
}
