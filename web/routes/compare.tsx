import { createFileRoute } from '@tanstack/react-router'
import { CompareScreen } from '#web/features/favorites/compare-screen.tsx'
import { parseCompareSearch } from '#web/features/favorites/compare-search.ts'
import { localToday } from '#web/platform/local-days.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/compare')({
  validateSearch: parseCompareSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, queries }, deps: search }) => {
    // Every page loads the routes, so what only this page calls is not among their imports.
    const { comparedCards } = await import('#web/features/favorites/favorite-cards.ts')
    const loading = queryClient.prefetchQuery(comparedCards({ api, queries, search }))
    if (import.meta.env.SSR) await loading
    return { today: localToday() }
  },
  head: () => pageHead({ title: 'Comparar centros', indexed: false }),
  component: Compare,
})

function Compare() {
  return <CompareScreen search={Route.useSearch()} today={useTodaySince(Route.useLoaderData().today)} />
}
